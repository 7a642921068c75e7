// The entry of a Danish hand: that of every game, with what is counted in its folds and piles.
import "./entry/counts.js";
import "./entry.js";
