/** One way to look at the element. */
export interface Look {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
  readonly forcedColors: 'active' | 'none';
  readonly lang: 'en' | 'ar';
}

const base = { colorScheme: 'light', forcedColors: 'none', lang: 'en' } as const;
const kinds = {
  light: base,
  dark: { ...base, colorScheme: 'dark' },
  rtl: { ...base, lang: 'ar' },
  forced: { ...base, forcedColors: 'active', colorScheme: 'dark' },
} as const;
const sizes = [
  { width: 320, height: 600 },
  { width: 1280, height: 720 },
] as const;

export const looks: readonly Look[] = Object.entries(kinds).flatMap(([kind, look]) =>
  sizes.map((size) => ({ ...look, ...size, name: `${kind}-${size.width}` })),
);

/** The look in which what is said is kept, too. */
export const spokenLook = 'light-1280';
