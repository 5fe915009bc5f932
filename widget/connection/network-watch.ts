/** Calls `onBack` when the network returns, or the page out of the browser's back-forward cache. */
export function watchNetwork(page: EventTarget, onBack: () => void): () => void {
  const onShow = (event: Event): void => {
    if ('persisted' in event && event.persisted === true) onBack();
  };
  page.addEventListener('online', onBack);
  page.addEventListener('pageshow', onShow);
  return () => {
    page.removeEventListener('online', onBack);
    page.removeEventListener('pageshow', onShow);
  };
}
