/** What a line of text is made of. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'emphasis' | 'strong' | 'deleted'; readonly children: readonly Inline[] }
  | Link
  /** Never fetched: all that is shown of it is the text that stands for it. */
  | { readonly kind: 'image'; readonly text: string };

export interface Link {
  readonly kind: 'link';
  /** Missing while its address is being written. */
  readonly target: Target | undefined;
  readonly children: readonly Inline[];
}

/** Where a link leads. */
export interface Target {
  readonly href: string;
  /** Shown behind the link's text: the host, or the address of a mail. */
  readonly host: string;
}

/** The words of a text without how they are set. */
export function plainText(nodes: readonly Inline[]): string {
  return nodes.map((node) => ('text' in node ? node.text : plainText(node.children))).join('');
}
