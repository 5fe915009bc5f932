/** Completion in VS Code for HTML, as `html.customData`. */
export function vscodeHtml({ tag, description, attributes }) {
  const rows = attributes.map((attribute) => {
    const values = choices(attribute.type).map((name) => ({ name }));
    const isSwitch = attribute.type === 'boolean';
    return {
      name: attribute.name,
      description: attribute.description,
      ...(isSwitch && { valueSet: 'v' }),
      ...(values.length > 0 && { values }),
    };
  });
  return { version: 1.1, tags: [{ name: tag, description, attributes: rows }] };
}

/** Completion in VS Code for CSS, as `css.customData`. */
export function vscodeCss({ tokens, parts, states }) {
  return {
    version: 1.1,
    properties: tokens.map(({ name, description }) => ({ name, description })),
    pseudoElements: parts.map(({ name, description }) => ({ name: `::part(${name})`, description })),
    pseudoClasses: states.map(({ name, description }) => ({ name: `:state(${name})`, description })),
  };
}

/** Completion in JetBrains' editors. */
export function webTypes(element, { tokens, parts, states }, { name, version }) {
  const { tag, description, attributes, fields, events, slots } = element;
  return {
    $schema: 'https://json.schemastore.org/web-types',
    name,
    version,
    'js-types-syntax': 'typescript',
    'description-markup': 'markdown',
    contributions: {
      html: {
        elements: [
          {
            name: tag,
            description,
            attributes: attributes.map((attribute) => ({
              name: attribute.name,
              description: attribute.description,
              value: { type: attribute.type },
            })),
            slots,
            js: {
              properties: fields
                .filter(({ isStatic }) => !isStatic)
                .map((field) => ({ name: field.name, description: field.description, type: field.type })),
              events: events.map((event) => ({ name: event.name, description: event.description, type: event.type })),
            },
          },
        ],
      },
      css: {
        properties: tokens.map((token) => ({ name: token.name, description: token.description })),
        'pseudo-elements': parts.map((part) => ({ name: `part(${part.name})`, description: part.description })),
        'pseudo-classes': states.map((state) => ({ name: `state(${state.name})`, description: state.description })),
      },
    },
  };
}

/** The words of a type that allows only a few. */
export function choices(type) {
  return type.includes('|') ? [...type.matchAll(/'([^']+)'/g)].map(([, word]) => word) : [];
}
