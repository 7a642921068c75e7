// Enter a hand of a Hungarian game: the common entry and the order of announcements.
import "./entry/extra-figures.js";
import "./entry/announcement-order.js";
import "./entry.js";
