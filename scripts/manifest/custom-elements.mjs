const classModule = 'dist/widget/headless-agent.js';

/** The element as a custom elements manifest: https://github.com/webcomponents/custom-elements-manifest */
export function customElements(element, surface) {
  const reference = { name: element.name, module: classModule };
  return {
    schemaVersion: '2.1.0',
    readme: 'README.md',
    modules: [
      {
        kind: 'javascript-module',
        path: classModule,
        declarations: [declarationOf(element, surface)],
        exports: [{ kind: 'js', name: element.name, declaration: reference }],
      },
      {
        kind: 'javascript-module',
        path: 'dist/widget/index.js',
        declarations: [],
        exports: [
          { kind: 'js', name: element.name, declaration: reference },
          { kind: 'custom-element-definition', name: element.tag, declaration: reference },
        ],
      },
    ],
  };
}

function declarationOf(element, { tokens, parts, states }) {
  return {
    kind: 'class',
    customElement: true,
    name: element.name,
    tagName: element.tag,
    description: element.description,
    superclass: { name: 'LitElement', package: 'lit' },
    attributes: element.attributes.map(({ name, description, type, default: value, field }) =>
      known({
        name,
        description,
        type: { text: type },
        default: value === 'null' ? undefined : value,
        fieldName: field,
      }),
    ),
    members: [...element.fields.map((field) => fieldOf(field, element.attributes)), ...element.methods.map(methodOf)],
    events: element.events.map(({ name, description, type }) => ({ name, description, type: { text: type } })),
    slots: element.slots,
    cssParts: parts,
    cssProperties: tokens.map(({ name, description, fallback }) => known({ name, description, ...literal(fallback) })),
    cssStates: states,
  };
}

function fieldOf({ name, description, type, default: value, isStatic, isReadonly }, attributes) {
  const attribute = attributes.find(({ field }) => field === name);
  return known({
    kind: 'field',
    name,
    description: description || attribute?.description,
    type: { text: type },
    default: value,
    static: isStatic || undefined,
    readonly: isReadonly || undefined,
    attribute: attribute?.name,
    reflects: attribute?.reflects || undefined,
  });
}

function methodOf({ name, description, returns, parameters, isStatic }) {
  return known({
    kind: 'method',
    name,
    description,
    static: isStatic || undefined,
    parameters: parameters.map((one) =>
      known({ name: one.name, type: { text: one.type }, optional: one.isOptional || undefined }),
    ),
    return: { type: { text: returns } },
  });
}

/** A value that stands in code marks is one that can be pasted; any other is explained in words. */
function literal(fallback) {
  const value = /^`(.+)`$/.exec(fallback)?.[1];
  return value ? { default: value } : {};
}

function known(entry) {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined && value !== ''));
}
