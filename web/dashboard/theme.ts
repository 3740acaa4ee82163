import { createTheme, defaultVariantColorsResolver } from '@mantine/core'

/** Names and defaults of components. Colours, sizes and radii are variables in theme.css. */
export const theme = createTheme({
  primaryColor: 'teal',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // In the dark scheme the brand colour is light, so text on it must be dark.
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input)
    const isOurs = input.variant === 'filled' && (input.color ?? 'teal') === 'teal'
    return isOurs ? { ...colors, color: 'var(--brand-ink)' } : colors
  },
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      vars: (_theme: unknown, { size, variant }: { size?: string; variant?: string }) => ({
        root: {
          ...(size === 'sm' ? { '--button-height': 'var(--control)', '--button-padding-x': 'var(--space-3)' } : {}),
          // A word says what a button is, so its edge may be lighter than that of a field.
          ...(variant === 'default' ? { '--button-bd': '1px solid var(--line-button)' } : {}),
        },
      }),
    },
    Input: {
      vars: (_theme: unknown, { multiline }: { multiline?: boolean }) =>
        multiline ? {} : { wrapper: { '--input-height': 'var(--control)', '--input-size': 'var(--control)' } },
    },
    Text: { defaultProps: { size: 'sm' } },
    Anchor: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    // Mantine's scroll lock adds a <style> tag, which the policy forbids; theme.css locks the page instead.
    Modal: {
      defaultProps: {
        lockScroll: false,
        centered: true,
        radius: 'lg',
        transitionProps: { duration: 120 },
        attributes: { header: { role: 'none' } },
      },
    },
    Drawer: {
      defaultProps: {
        lockScroll: false,
        transitionProps: { duration: 120 },
        attributes: { header: { role: 'none' } },
      },
    },
    // Inside <main>, so that popovers belong to a landmark.
    Portal: { defaultProps: { target: '#floating' } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
    Menu: {
      defaultProps: {
        shadow: 'md',
        position: 'bottom-end',
        transitionProps: { duration: 80 },
        withInitialFocusPlaceholder: false,
      },
    },
    Select: { defaultProps: { checkIconPosition: 'right' } },
  },
})
