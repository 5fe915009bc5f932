/** Hands the person a file: the browser saves it where it saves all of its downloads. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the data once the click has been dispatched.
  URL.revokeObjectURL(url);
}
