/** Types for templates: a file for each framework, and one that all of them read. */
export function frameworkTypes(element) {
  const files = Object.entries(frameworks).map(([name, text]) => [`${name}.d.ts`, text.replaceAll('TAG', element.tag)]);
  return Object.fromEntries([['element.d.ts', shared(element)], ...files]);
}

function shared({ name, attributes, fields }) {
  const rows = attributes.map(
    (one) => `  /** ${one.description} */\n  '${one.name}'?: ${one.type} | null | undefined;\n`,
  );
  const properties = fields
    .filter((field) => !field.isStatic && !field.isReadonly)
    .map((field) => `'${field.name}'`)
    .join(' | ');
  return `import type { AgentEvents } from '../widget/agent/agent-event.js';
import type { ${name} } from '../widget/headless-agent.js';

export type { ${name} };

export interface Attributes {
${rows.join('')}}

export type Properties = Partial<Pick<${name}, ${properties}>>;

export type Events = { [Name in keyof AgentEvents]: CustomEvent<AgentEvents[Name]> };

/** Listeners, named with what stands before an event's name. */
export type Listeners<Prefix extends string> = {
  [Name in keyof Events as \`\${Prefix}\${Name}\`]?: (event: Events[Name]) => void;
};
`;
}

const imports = (types) => `import type { ${types} } from './element.js';\n`;

const frameworks = {
  react: `import type { HTMLAttributes, RefAttributes } from 'react';
${imports('Attributes, HeadlessAgent, Listeners, Properties')}
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'TAG': Omit<HTMLAttributes<HeadlessAgent>, keyof Attributes> &
        RefAttributes<HeadlessAgent> &
        Attributes &
        Omit<Properties, keyof Attributes> &
        Listeners<'on'>;
    }
  }
}
`,
  preact: `import type { HTMLAttributes } from 'preact';
${imports('Attributes, HeadlessAgent, Listeners, Properties')}
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'TAG': Omit<HTMLAttributes<HeadlessAgent>, keyof Attributes> &
        Attributes &
        Omit<Properties, keyof Attributes> &
        Listeners<'on'>;
    }
  }
}
`,
  solid: `import type { JSX as Solid } from 'solid-js';
${imports('Attributes, HeadlessAgent, Listeners, Properties')}
declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'TAG': Omit<Solid.HTMLAttributes<HeadlessAgent>, keyof Attributes> &
        Attributes & { [Name in keyof Properties as \`prop:\${Name}\`]?: Properties[Name] } &
        Listeners<'on:'>;
    }
  }
}
`,
  vue: `import type { EmitFn, HTMLAttributes, PublicProps } from 'vue';
${imports('Attributes, Events, HeadlessAgent, Properties')}
declare module 'vue' {
  interface GlobalComponents {
    'TAG': new () => HeadlessAgent & {
      /** @deprecated Types for templates only: the element has no such property. */
      $props: Omit<HTMLAttributes, keyof Attributes> &
        Attributes &
        Omit<Properties, keyof Attributes> &
        PublicProps;
      /** @deprecated Types for templates only: the element has no such method. */
      $emit: EmitFn<{ [Name in keyof Events]: (event: Events[Name]) => void }>;
    };
  }
}
`,
  svelte: `import type { HTMLAttributes } from 'svelte/elements';
${imports('Attributes, HeadlessAgent, Listeners, Properties')}
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'TAG': Omit<HTMLAttributes<HeadlessAgent>, keyof Attributes> &
      Attributes &
      Omit<Properties, keyof Attributes> &
      Listeners<'on'> &
      Listeners<'on:'>;
  }
}
`,
};
