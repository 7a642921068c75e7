// Hands a link or a text on: by the phone's own share sheet, else by copying. Without it the link is read and typed.
document.querySelectorAll("[data-link]").forEach((box) => {
  const field = box.querySelector("input, textarea"),
    said = box.querySelector("[role=status]");
  const share = box.querySelector("[data-share]"),
    copy = box.querySelector("[data-copy]");
  const kind = field.matches("textarea") ? "text" : "url";
  field.addEventListener("focus", () => field.select());
  // Both are given by browsers to safe addresses only; on plain http the field stays.
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
      said.textContent = copy.dataset.copy;
    });
  }
});
