// Downloads a text or other content as a file.

export function download(name: string, content: string | Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(typeof content === "string" ? new Blob([content]) : content);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
