// What every page of the site does more with a script than without one.
import "./page/came.js";
import "./page/parts.js";
import "./page/sending.js";
import "./page/fields.js";
import "./page/menus.js";
import "../rules/page/lines.js";
import "../sheet/page/follow.js";
