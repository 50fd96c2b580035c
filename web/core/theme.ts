import type { ThemeConfig } from 'antd'

/**
 * Every colour of the product, once. `--brand-deep` in a style sheet is `brandDeep` here. Text and link colours keep a
 * contrast of at least 4.5 on white.
 */
export const colors = {
  brand: '#0a6c94',
  brandStrong: '#07546f',
  brandHover: '#085a7c',
  brandDisabled: '#4d7f95',
  brandDeep: '#0b3a52',
  mint: '#2bb6a3',
  ink: '#17303d',
  inkPaper: '#000000',
  inkHeading: '#2c4653',
  inkSecondary: '#445a66',
  inkSoft: '#526773',
  inkPlaceholder: '#5d717c',
  inkFaint: '#9fb2bc',
  line: '#d7e3e8',
  lineControl: '#c5d4db',
  lineSoft: '#e3ecef',
  linePale: '#e2eef1',
  lineChip: '#dbe8ec',
  surface: '#ffffff',
  surfaceLayout: '#f2f7f8',
  surfaceHeader: '#eef5f7',
  surfaceStripe: '#f6fafb',
  surfaceHover: '#f4fafb',
  surfaceTreeHover: '#f0f7f9',
  surfaceSelected: '#e2f1f5',
  surfaceSelectedHover: '#d0e8ef',
  surfaceReadOnly: '#eef2f4',
  surfaceFoot: '#f3f9fa',
  track: '#cfe3ea',
  success: '#2b7a0b',
  successSurface: '#eaf6e4',
  successLine: '#b5dba0',
  warning: '#a85f00',
  warningSurface: '#fff6e6',
  warningLine: '#f3d19e',
  danger: '#c41d2c',
  dangerSurface: '#fdeef0',
  dangerLine: '#f1b3b9',
  infoSurface: '#e8f4f8',
  infoLine: '#a9d3e0',
  levelReserve: '#6bcb77',
  level0: '#6f7cfe',
  level1: '#fdb827',
  level2: '#ee8254',
  level3: '#d8345f',
  level1Text: '#8a5a00',
  level2Text: '#ad4e00',
  level1Tag: '#7a4a00',
  level2Tag: '#8f3b00',
  level2TagSurface: '#fff0e3',
  level2TagLine: '#f2c299',
  level3Tag: '#a61522',
  reserve: '#1d8475',
  loginBase: '#f1f8f9',
  loginGlowMint: '#dff3f1',
  loginGlowBlue: '#d9ecf6',
  shadowFaint: 'rgb(11 58 82 / 5%)',
  shadowSoft: 'rgb(11 58 82 / 10%)',
  shadowNotice: 'rgb(11 58 82 / 18%)',
  shadowFloat: 'rgb(11 58 82 / 22%)',
  shadowDialog: 'rgb(11 58 82 / 25%)',
  focusRing: 'rgb(10 108 148 / 15%)',
  veil: 'rgb(11 42 58 / 45%)',
  watermark: 'rgba(23, 48, 61, 0.08)',
} as const

/** The eye on the sign-in page. */
export const illustrationColors = {
  irisLight: '#37c3ad',
  scleraShade: '#e6f4f5',
  glow: '#bfe8e3',
  orbit: '#9ad4d3',
  lash: '#0b5274',
  rim: '#7fc4cc',
  card: '#d3e8ea',
} as const

/** Colours and measures of the component library. */
export const theme: ThemeConfig = {
  hashed: false,
  // The class that carries the variables; by itself it has another name with each drawing of the root.
  cssVar: { key: 'console' },
  token: {
    colorPrimary: colors.brand,
    colorInfo: colors.brand,
    colorLink: colors.brand,
    colorLinkHover: colors.brandStrong,
    colorLinkActive: colors.brandStrong,
    colorSuccess: colors.success,
    colorWarning: colors.warning,
    colorError: colors.danger,
    // Dark enough to be read as text; the backgrounds made from such colours would be muddy.
    colorSuccessBg: colors.successSurface,
    colorSuccessBorder: colors.successLine,
    colorWarningBg: colors.warningSurface,
    colorWarningBorder: colors.warningLine,
    colorErrorBg: colors.dangerSurface,
    colorErrorBorder: colors.dangerLine,
    colorInfoBg: colors.infoSurface,
    colorInfoBorder: colors.infoLine,
    // The text of gold and orange tags, which antd makes too light to be read on their backgrounds. It knows these
    // colours by two names, and the page gets the second.
    gold7: colors.level1Text,
    'gold-7': colors.level1Text,
    orange7: colors.level2Text,
    'orange-7': colors.level2Text,
    colorPrimaryBg: colors.surfaceSelected,
    colorPrimaryBgHover: colors.surfaceSelectedHover,
    colorTextBase: colors.ink,
    colorTextSecondary: colors.inkSecondary,
    colorTextTertiary: colors.inkSoft,
    colorTextDescription: colors.inkSoft,
    colorTextPlaceholder: colors.inkPlaceholder,
    colorBgLayout: colors.surfaceLayout,
    colorBorder: colors.lineControl,
    colorBorderSecondary: colors.lineSoft,
    borderRadius: 6,
    fontFamily: 'inherit',
  },
  components: {
    Layout: { headerBg: colors.surface, siderBg: colors.surface, headerHeight: 56, headerPadding: '0 20px' },
    Menu: {
      itemSelectedBg: colors.surfaceSelected,
      itemSelectedColor: colors.brandStrong,
      itemHeight: 40,
      activeBarBorderWidth: 0,
    },
    Table: {
      headerBg: colors.surfaceHeader,
      headerColor: colors.inkHeading,
      rowHoverBg: colors.surfaceHover,
    },
  },
}

/** The colours as custom properties, for style sheets: `brandDeep` → `--brand-deep`. */
export const cssVariables = (): string =>
  Object.entries(colors)
    .map(([name, value]) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`)
    .join(' ')
