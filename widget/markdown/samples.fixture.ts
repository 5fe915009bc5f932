const fence = '```';

/** Answers as models write them, by what is in them. */
export const samples = {
  plain:
    'Just a sentence.\nAnd a second line of it.\n\nThen another paragraph, with 5 * 3 * 2 = 30 and snake_case_names.',
  headings:
    '# Bread\n\nWords.\n\n## Rye\n\nWords.\n\n### Crust ###\n\nWords.\n\n## Spelt\n\nC# is no heading, #1 is none.',
  emphasis:
    'Some **strong**, *soft* and ***both*** words; __other__ _marks_ too. **Strong with *soft* in it**, ~~gone~~.',
  unclosed: 'Use *args and **kwargs here.\n\nA `tick that stays open\n\nA ~~wave and a [bracket.\n\nThe end.',
  inlineCode: 'Call `run()` or ``a ` b`` and `x * y * z`. Then `last`',
  fences: `First:\n\n${fence}ts\nconst a = 1;\n\n  // **not strong**\nif (a) { b\`\`(); }\n${fence}\n\nThen:\n\n~~~\nplain\n~~~\nafter`,
  openFence: `Cut short:\n${fence}python\ndef f(*args):\n    return "${fence.slice(0, 2)}"`,
  bullets: 'To buy:\n\n- rye bread\n- butter\n  with salt\n- eggs\n\n  six of them\n\nThat is all.',
  numbers: 'Steps:\n1. Mix\n2. Wait\n3. Bake\n\n7) Seven\n8) Eight',
  nested: '- one\n  - two\n    - three\n      1. four\n      2. five\n  - six\n- seven\n\n  > said so\n\n  - eight',
  tasks: '- [x] Flour\n- [ ] Water\n- [X] Salt\n- [y] no task\n- []',
  table:
    'Prices:\n\n| Bread | Price | Stock |\n|:------|------:|:-----:|\n| Rye | 3.20 | **yes** |\n| Spelt \\| oat | `4` | |\n| short |\n\nEnd.',
  notTable: '| this | is\njust text\n\n|---|\n\n| a | b |\nno line below it',
  quotes: '> First line\n> second **line**\nlazy third\n\n> - in a list\n> - again\n>\n> > deeper\n\nDone.',
  links:
    'See [the bakery](https://bakery.example/rye?a=1&b=2 "Rye"), <https://shop.example>, https://plain.example/x_(y). Mail [us](mailto:us@shop.example). [1] and [no](javascript:alert(1)) stay text.',
  images:
    'Look: ![a loaf of rye](https://leak.example/p.png?d=secret) and ![](https://leak.example/q) and [![in](https://leak.example/r)](https://ok.example/).',
  rules: 'Above\n\n---\n\nBetween\n***\nBelow\n_ _ _\n--- not a rule',
  math: 'Let $a_1 * b_1 * c$ and \\(x_i * y_i\\) be. $$\\sum_{i=1}^n *x*_i$$ It costs $5 or $6.\n\n\\[ E = mc^2 * 1 \\]',
  entities: 'Fish &amp; chips &lt;b&gt; &#x41; &#66; &nope; AT&T. 1 \\* 2 \\# 3 <b>bold</b> <br>',
  rightToLeft:
    '## أين أنا؟\n\nأنت في **برلين** الساعة 14:30، و`code()` هنا.\n\n- بند أول\n- item two\n\n> اقتباس\n\nEnglish again. 👩‍👩‍👧 می‌خواهم',
} as const;
