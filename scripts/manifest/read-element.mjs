import ts from 'typescript';

const source = 'widget/headless-agent.ts';
const eventSource = 'widget/agent/agent-event.ts';

/**
 * What the element's class says of itself: attributes, fields, methods, events and slots, each with its description.
 *
 * @throws Error when the class is not where it is looked for.
 */
export function readElement() {
  const { options } = ts.parseJsonConfigFileContent(readConfig('widget/tsconfig.json'), ts.sys, 'widget');
  const program = ts.createProgram([source], { ...options, noEmit: true });
  const checker = program.getTypeChecker();
  const node = program.getSourceFile(source)?.statements.find(ts.isClassDeclaration);
  const events = program.getSourceFile(eventSource)?.statements.find(isNamed('AgentEvents'));
  if (!node || !events) throw new Error(`The element was not found in ${source} and ${eventSource}.`);

  const tags = tagsOf(node);
  const fields = node.members.filter((member) => isPublic(member) && isField(member));
  const methods = node.members.filter((member) => isPublic(member) && ts.isMethodDeclaration(member));
  return {
    name: node.name.text,
    tag: tags.element[0].name,
    description: descriptionOf(node),
    attributes: attributesOf(node, fields, tags.attr, checker),
    fields: fields.map((field) => ({
      ...memberOf(field),
      type: typeOf(field, checker),
      default: defaultOf(node, field),
    })),
    methods: methods.map((method) => ({
      ...memberOf(method),
      returns: method.type?.getText() ?? 'void',
      parameters: method.parameters.map((parameter) => ({
        name: parameter.name.getText(),
        type: parameter.type?.getText() ?? typeOf(parameter, checker),
        isOptional: checker.isOptionalParameter(parameter),
      })),
    })),
    events: events.members.map((member) => {
      const name = member.name.text;
      return { name, description: describe(tags.fires, name), type: `CustomEvent<AgentEvents['${name}']>` };
    }),
    fires: tags.fires.map(({ name }) => name),
    slots: tags.slot,
  };
}

function readConfig(file) {
  return ts.readConfigFile(file, ts.sys.readFile).config;
}

const isNamed = (name) => (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name;

const isField = (member) => ts.isPropertyDeclaration(member) || ts.isGetAccessor(member);

/** Lit's own statics and what a subclass may use are no concern of a page's. */
function isPublic(member) {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  if (!member.name || ts.isPrivateIdentifier(member.name) || ts.getCombinedModifierFlags(member) & hidden) return false;
  return !['styles', 'properties'].includes(member.name.text);
}

/** The tags of the class, such as `@attr name - what it means`, by kind. */
function tagsOf(node) {
  const tags = ts.getJSDocTags(node).map((tag) => {
    const [name, ...rest] = (ts.getTextOfJSDocComment(tag.comment) ?? '').split(' - ');
    return { kind: tag.tagName.text, name: name.trim(), description: rest.join(' - ').replaceAll(/\s+/g, ' ').trim() };
  });
  const of = (kind) => tags.filter((tag) => tag.kind === kind).map(({ name, description }) => ({ name, description }));
  return { element: of('element'), attr: of('attr'), slot: of('slot'), fires: of('fires') };
}

function describe(tags, name) {
  return tags.find((tag) => tag.name === name)?.description ?? '';
}

function memberOf(member) {
  const flags = ts.getCombinedModifierFlags(member);
  const isReadonly = Boolean(flags & ts.ModifierFlags.Readonly) || ts.isGetAccessor(member);
  const isStatic = Boolean(flags & ts.ModifierFlags.Static);
  return { name: member.name.text, description: descriptionOf(member), isStatic, isReadonly };
}

function descriptionOf(node) {
  const [doc] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return (ts.getTextOfJSDocComment(doc?.comment) ?? '').replaceAll(/\s+/g, ' ').trim();
}

/** Aliases of a few words are spelt out, so that an editor can offer them. */
function typeOf(node, checker) {
  const type = checker.getTypeAtLocation(node);
  const isChoice = type.isUnion() && type.types.some((one) => one.isStringLiteral());
  const flags = ts.TypeFormatFlags.NoTruncation | (isChoice ? ts.TypeFormatFlags.InTypeAlias : 0);
  if (isChoice || !node.type) return checker.typeToString(type, undefined, flags).replaceAll('"', "'");
  return node.type.getText();
}

/** The value that the constructor gives, where it is written out. */
function defaultOf(node, field) {
  const body = node.members.find(ts.isConstructorDeclaration)?.body;
  for (const statement of body?.statements ?? []) {
    const assigned = ts.isExpressionStatement(statement) && statement.expression;
    if (!assigned || !ts.isBinaryExpression(assigned)) continue;
    if (assigned.left.getText() === `this.${field.name.text}`) return assigned.right.getText();
  }
}

/** Lit's own table says which field has which attribute. `lang` is every element's, and has a meaning here. */
function attributesOf(node, fields, described, checker) {
  const table = node.members.find(({ name }) => name?.getText() === 'properties').initializer;
  const own = rowsOf(table, checker).flatMap((row) => {
    const settings = Object.fromEntries(row.initializer.properties.map((one) => [one.name.text, one.initializer]));
    if (settings.attribute?.kind === ts.SyntaxKind.FalseKeyword) return [];
    const field = fields.find(({ name }) => name.text === row.name.text);
    const name = settings.attribute?.text ?? row.name.text.toLowerCase();
    const type = field ? typeOf(field, checker).replaceAll(/ \| (?:null|undefined)\b/g, '') : 'string';
    const reflects = settings.reflect?.kind === ts.SyntaxKind.TrueKeyword;
    const value = field && defaultOf(node, field);
    return [{ name, description: describe(described, name), field: row.name.text, type, reflects, default: value }];
  });
  const inherited = described.filter(({ name }) => !own.some((attribute) => attribute.name === name));
  return [...own, ...inherited.map((attribute) => ({ ...attribute, type: 'string', reflects: false }))];
}

/** The rows of an object that is written out, and of those that are spread into it. */
function rowsOf(written, checker) {
  const object = ts.skipOuterExpressions(written);
  return object.properties.flatMap((row) => {
    if (!ts.isSpreadAssignment(row)) return [row];
    const named = checker.getSymbolAtLocation(row.expression);
    const symbol = named.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(named) : named;
    return rowsOf(symbol.valueDeclaration.initializer, checker);
  });
}
