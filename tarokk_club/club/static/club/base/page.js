// Enhance every page of the site with scripts.
import "./page/snapshot.js";
import "./page/fragments.js";
import "./page/submit.js";
import "./page/fields.js";
import "./page/menus.js";
import "../rules/page/lines.js";
import "../sheet/page/follow.js";
