import type { ThemeConfig } from 'antd'

/** Every colour and measure of the console. Text and link colours keep a contrast of at least 4.5 on white. */
export const theme: ThemeConfig = {
  hashed: false,
  token: {
    colorPrimary: '#0a6c94',
    colorInfo: '#0a6c94',
    colorLink: '#0a6c94',
    colorLinkHover: '#07546f',
    colorLinkActive: '#07546f',
    colorSuccess: '#2b7a0b',
    colorWarning: '#a85f00',
    colorError: '#c41d2c',
    // Dark enough to be read as text; the backgrounds made from such colours would be muddy.
    colorSuccessBg: '#eaf6e4',
    colorSuccessBorder: '#b5dba0',
    colorWarningBg: '#fff6e6',
    colorWarningBorder: '#f3d19e',
    colorErrorBg: '#fdeef0',
    colorErrorBorder: '#f1b3b9',
    colorInfoBg: '#e8f4f8',
    colorInfoBorder: '#a9d3e0',
    colorPrimaryBg: '#e2f1f5',
    colorPrimaryBgHover: '#d0e8ef',
    colorTextBase: '#17303d',
    colorTextSecondary: '#445a66',
    colorTextTertiary: '#526773',
    colorTextDescription: '#526773',
    colorTextPlaceholder: '#5d717c',
    colorBgLayout: '#f2f7f8',
    colorBorder: '#c5d4db',
    colorBorderSecondary: '#e3ecef',
    borderRadius: 6,
    fontFamily: 'inherit',
  },
  components: {
    Layout: { headerBg: '#ffffff', siderBg: '#ffffff', headerHeight: 56, headerPadding: '0 20px' },
    Menu: {
      itemSelectedBg: '#e2f1f5',
      itemSelectedColor: '#07546f',
      itemHeight: 40,
      activeBarBorderWidth: 0,
    },
    Table: { headerBg: '#eef5f7', headerColor: '#2c4653', rowHoverBg: '#f4fafb' },
  },
}
