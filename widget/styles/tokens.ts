import { css } from 'lit';

/**
 * Every colour and measure, from the site's tokens (`--ha-…`) or from defaults. The surface takes its hue from the
 * accent, its lightness from the scheme; text is as dark or light as the surface needs, and every other neutral lies
 * between the two, so that contrast holds whatever the accent and the surface are.
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
    --_radius-control: var(--ha-radius-control, 8px);
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
      --_fg: var(--ha-fg, oklch(from var(--_bg) clamp(0.24, (0.6 - l) * 1000, 0.94) min(c, 0.015) h));
      --_muted: var(--ha-muted, color-mix(in oklab, var(--_fg) 70%, var(--_bg)));
      --_surface: var(
        --ha-surface,
        light-dark(color-mix(in oklab, var(--_fg) 4%, var(--_bg)), color-mix(in oklab, var(--_fg) 6%, var(--_bg)))
      );
      --_raised: var(--ha-raised, light-dark(var(--_bg), color-mix(in oklab, var(--_fg) 10%, var(--_bg))));
      --_border: var(
        --ha-border,
        light-dark(color-mix(in oklab, var(--_fg) 12%, var(--_bg)), color-mix(in oklab, var(--_fg) 20%, var(--_bg)))
      );
      --_edge: var(--ha-edge, color-mix(in oklab, var(--_fg) 50%, var(--_bg)));
      --_user-bg: var(
        --ha-user-bg,
        light-dark(
          color-mix(in oklab, var(--_accent-text) 9%, var(--_bg)),
          color-mix(in oklab, var(--_accent-text) 20%, var(--_bg))
        )
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
