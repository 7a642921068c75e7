// Share or copy the link or text in a field.
document.querySelectorAll("[data-link]").forEach((box) => {
  const field = box.querySelector("input, textarea"),
    status = box.querySelector("[role=status]");
  const share = box.querySelector("[data-share]"),
    copy = box.querySelector("[data-copy]");
  const kind = field.matches("textarea") ? "text" : "url";
  field.addEventListener("focus", () => field.select());
  // Browsers offer both only over https; over plain http the field can still be selected.
  if (share && navigator.share) {
    share.hidden = false;
    share.addEventListener("click", () =>
      navigator.share({ title: document.title, [kind]: field.value }).catch(() => {}),
    );
  }
  const picture = box.querySelector("[data-share-picture]");
  const file = (data) => new File(data, "tarokk.png", { type: "image/png" });
  if (picture && navigator.canShare?.({ files: [file([])] })) {
    picture.hidden = false;
    picture.addEventListener("click", async () => {
      const data = await (await fetch(picture.dataset.sharePicture)).blob();
      navigator.share({ files: [file([data])] }).catch(() => {});
    });
  }
  if (navigator.clipboard) {
    copy.hidden = false;
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(field.value);
      status.textContent = copy.dataset.copy;
    });
  }
});
