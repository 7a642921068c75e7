// The entry of a Hungarian hand: that of every game, with the order of speaking.
import "./entry/added.js";
import "./entry/speaking.js";
import "./entry.js";
