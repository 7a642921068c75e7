// Enter a hand of a Danish game: the common entry and totals of folds and tricks.
import "./entry/counts.js";
import "./entry.js";
