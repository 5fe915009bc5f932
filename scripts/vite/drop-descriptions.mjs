/** Files whose descriptions are written for the model: the server has them, and no page shows them. */
const definitions = /\/shared\/tools\/[\w-]+\.ts$/;

/** Empties the built-in tools' descriptions in what a browser loads. */
export function dropDescriptions() {
  return {
    name: 'drop-descriptions',
    transform: {
      filter: { id: definitions },
      handler(code) {
        return { code: withoutDescriptions(code), map: null };
      },
    },
  };
}

/** Runs on source as written: a description is one string literal after its key. */
export function withoutDescriptions(code) {
  return code.replaceAll(/\bdescription:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/g, "description: ''");
}
