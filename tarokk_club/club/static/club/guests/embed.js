// Post the height of an embedded page to the page around its frame, at each change.
const root = document.documentElement;
const postHeight = () => parent.postMessage({ tarokkHeight: root.offsetHeight }, "*");
new ResizeObserver(postHeight).observe(root);
