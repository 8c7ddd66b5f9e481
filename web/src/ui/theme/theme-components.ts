import type {
  ActionIconProps,
  ButtonProps,
  InputProps,
  MantineThemeComponents,
  MenuProps,
  ModalOverlayProps,
  ModalRootProps,
  SegmentedControlProps,
  SkeletonProps,
  SwitchProps,
} from '@mantine/core'
import { night } from './palette.ts'

/** Pixels between a menu and the edge of the window. */
const MENU_MARGIN = 8

const fieldLabel = { fontWeight: 650, marginBottom: 'var(--n-space-6)' }

/**
 * Default props of Mantine components. They are plain objects with types only, so that the theme loads no component.
 */
export const components: MantineThemeComponents = {
  Button: {
    defaultProps: { size: 'md', radius: 'md' } satisfies Partial<ButtonProps>,
    styles: { root: { minHeight: 48, fontWeight: 650, transitionDuration: 'var(--n-fast)' } },
  },
  ActionIcon: {
    defaultProps: { size: 44, radius: 'md', variant: 'subtle', color: 'sumi' } satisfies Partial<ActionIconProps>,
    // Mantine writes numbers in rem, but icons have their size in px.
    vars: (_theme: unknown, { size }: ActionIconProps) => ({
      root: typeof size === 'number' ? { '--ai-size': `${size}px` } : {},
    }),
    styles: { root: { '--ai-color': 'var(--n-ink)', '--ai-hover': 'var(--n-sunken)' } },
  },
  Input: {
    defaultProps: { size: 'md', radius: 'md' } satisfies Partial<InputProps>,
    styles: {
      input: {
        minHeight: 48,
        fontSize: 'var(--n-text-5)', // below 16 px iOS zooms into the field
        backgroundColor: 'var(--n-surface)',
        borderColor: 'var(--n-field)',
      },
    },
  },
  // Required fields have no asterisk: an empty one shows an error instead.
  TextInput: { defaultProps: { size: 'md', radius: 'md', withAsterisk: false }, styles: { label: fieldLabel } },
  NativeSelect: { defaultProps: { size: 'md', radius: 'md' }, styles: { label: fieldLabel } },
  Textarea: { defaultProps: { size: 'md', radius: 'md' }, styles: { label: fieldLabel } },
  PasswordInput: {
    defaultProps: { size: 'md', radius: 'md', withAsterisk: false },
    styles: { innerInput: { height: '2.875rem' }, label: fieldLabel },
  },
  Radio: { styles: { label: { fontSize: 'var(--n-text-5)' } } },
  RadioGroup: { styles: { label: { ...fieldLabel, fontSize: 'var(--n-text-5)' } } },
  Switch: {
    defaultProps: { size: 'md', withThumbIndicator: false } satisfies Partial<SwitchProps>,
    styles: {
      body: { alignItems: 'center', minHeight: 44 },
      labelWrapper: { minWidth: 0 },
      label: { fontSize: 'var(--n-text-5)', minHeight: 44, display: 'flex', alignItems: 'center', cursor: 'pointer' },
      description: { fontSize: 'var(--n-text-3)', marginTop: 0 },
    },
  },
  Tabs: {
    styles: {
      tab: { minHeight: 48, fontWeight: 650, paddingInline: 'var(--n-space-12)', justifyContent: 'center' },
      tabLabel: { flex: '0 0 auto' },
    },
  },
  SegmentedControl: {
    defaultProps: { radius: 'md' } satisfies Partial<SegmentedControlProps>,
    styles: {
      root: { backgroundColor: 'var(--n-sunken)', padding: 3 },
      label: { minHeight: 38, display: 'grid', placeItems: 'center', fontWeight: 650, lineHeight: 1.25, whiteSpace: 'normal' },
      indicator: { backgroundColor: 'var(--n-surface)', boxShadow: 'var(--n-e1)' },
    },
  },
  Menu: {
    defaultProps: {
      radius: 'md',
      shadow: 'none',
      width: 'calc(min(15rem, 100vw - 16px))',
      // A menu that is higher than the window scrolls.
      middlewares: { flip: true, shift: true, size: { padding: MENU_MARGIN } },
    } satisfies Partial<MenuProps>,
    styles: {
      dropdown: {
        boxShadow: 'var(--n-e2)',
        borderColor: 'var(--n-line)',
        backgroundColor: 'var(--n-raised)',
        overflowY: 'auto',
      },
      item: { minHeight: 44 },
    },
  },
  ModalRoot: { defaultProps: { radius: 'lg', centered: true } satisfies Partial<ModalRootProps> },
  ModalOverlay: { defaultProps: { color: night[9], backgroundOpacity: 0.5 } satisfies Partial<ModalOverlayProps> },
  Modal: {
    styles: {
      content: { boxShadow: 'var(--n-e3)', backgroundColor: 'var(--n-raised)' },
      header: { backgroundColor: 'var(--n-raised)' },
    },
  },
  Skeleton: { defaultProps: { radius: 'sm' } satisfies Partial<SkeletonProps> },
}
