/**
 * Evaluates an expression over a module's exports (`module`) in a frame of another origin, to which this page
 * gives no permission, and answers with what it gives or with the code of the AgentError it throws.
 */
export function inForeignFrame(module: URL, expression: string): Promise<unknown> {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  frame.srcdoc = `<script type="module">
    const answer = (outcome) => parent.postMessage({ outcome }, '*');
    try {
      const module = await import(${JSON.stringify(module.href)});
      answer(await (${expression}));
    } catch (error) {
      answer(error.code ?? String(error));
    }
  </script>`;
  return new Promise((resolve) => {
    const listen = (event: MessageEvent) => {
      if (event.source !== frame.contentWindow) return;
      window.removeEventListener('message', listen);
      frame.remove();
      resolve(event.data.outcome);
    };
    window.addEventListener('message', listen);
    document.body.append(frame);
  });
}
