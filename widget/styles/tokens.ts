import { css } from 'lit';

/**
 * Every colour and measure, from the site's tokens (`--ha-…`) or from defaults. Neutrals take their hue from
 * the accent; their lightness is fixed, so that contrast holds whatever the accent is.
 * All measures are px: the root font size of the page around must not change them.
 */
export const tokens = css`
  .base {
    --_accent: var(--ha-accent, #17695c);
    --_fill: var(--_accent);
    --_on-fill: var(--ha-on-accent, #fff);
    --_accent-text: var(--_accent);
    --_bg: var(--ha-bg, #fff);
    --_fg: var(--ha-fg, #1c1f1e);
    --_muted: var(--ha-muted, #5b6260);
    --_surface: var(--ha-surface, #f3f5f4);
    --_raised: var(--ha-raised, #fff);
    --_border: var(--ha-border, #dde2e0);
    --_edge: var(--ha-edge, #858d8a);
    --_user-bg: var(--ha-user-bg, #dcefeb);
    --_danger: var(--ha-danger, #a8261c);
    --_warning: var(--ha-warning, #7d4e00);
    --_font-size: var(--ha-font-size, 15px);
    --_font-mono: var(--ha-font-mono, ui-monospace, 'SF Mono', Menlo, Consolas, monospace);
    --_radius: var(--ha-radius, 16px);
    --_radius-control: var(--ha-radius-control, 10px);
    --_shadow: var(--ha-shadow, 0 1px 2px rgb(0 0 0 / 6%), 0 8px 24px -12px rgb(0 0 0 / 18%));
    --_motion: 0s;
  }

  @supports (color: light-dark(oklch(from red l c h), red)) {
    .base {
      --_fill: light-dark(var(--_accent), oklch(from var(--_accent) max(l, 0.72) c h));
      --_on-fill: var(--ha-on-accent, oklch(from var(--_fill) clamp(0, (0.57 - l) * 1000, 1) 0 0));
      --_accent-text: light-dark(
        oklch(from var(--_accent) min(l, 0.48) c h),
        oklch(from var(--_accent) max(l, 0.8) c h)
      );
      --_bg: var(
        --ha-bg,
        light-dark(oklch(from var(--_accent) 0.995 min(c, 0.003) h), oklch(from var(--_accent) 0.205 min(c, 0.012) h))
      );
      --_fg: var(
        --ha-fg,
        light-dark(oklch(from var(--_accent) 0.24 min(c, 0.015) h), oklch(from var(--_accent) 0.94 min(c, 0.01) h))
      );
      --_muted: var(
        --ha-muted,
        light-dark(oklch(from var(--_accent) 0.49 min(c, 0.02) h), oklch(from var(--_accent) 0.74 min(c, 0.02) h))
      );
      --_surface: var(
        --ha-surface,
        light-dark(oklch(from var(--_accent) 0.965 min(c, 0.01) h), oklch(from var(--_accent) 0.25 min(c, 0.015) h))
      );
      --_raised: var(
        --ha-raised,
        light-dark(oklch(from var(--_accent) 1 0 h), oklch(from var(--_accent) 0.28 min(c, 0.017) h))
      );
      --_border: var(
        --ha-border,
        light-dark(oklch(from var(--_accent) 0.9 min(c, 0.013) h), oklch(from var(--_accent) 0.35 min(c, 0.018) h))
      );
      --_edge: var(
        --ha-edge,
        light-dark(oklch(from var(--_accent) 0.62 min(c, 0.02) h), oklch(from var(--_accent) 0.58 min(c, 0.02) h))
      );
      --_user-bg: var(
        --ha-user-bg,
        light-dark(oklch(from var(--_accent) 0.945 min(c, 0.024) h), oklch(from var(--_accent) 0.35 min(c, 0.04) h))
      );
      --_danger: var(--ha-danger, light-dark(#a8261c, #ffb3a8));
      --_warning: var(--ha-warning, light-dark(#7d4e00, #f0c27a));
    }
  }

  @media (prefers-reduced-motion: no-preference) {
    .base {
      --_motion: var(--ha-duration, 180ms);
    }
  }
`;
