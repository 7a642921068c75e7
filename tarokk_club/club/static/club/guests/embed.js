// Tells the page around a frame how high its content is, whenever that changes.
const root = document.documentElement;
const tell = () => parent.postMessage({ tarokkHeight: root.offsetHeight }, "*");
new ResizeObserver(tell).observe(root);
