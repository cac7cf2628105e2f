import { theme, type ThemeConfig } from 'antd';
import type { Scheme } from '../react/theme-choice.ts';
import { mix } from './contrast.ts';
import { CONTROL_HEIGHTS, FONT, MONO, paletteOf, RADIUS, type Palette } from './theme.ts';

type MapToken = ReturnType<typeof theme.defaultAlgorithm>;

/** Restores the palette's colours, which antd's dark algorithm would dim. */
const exactColours =
  (palette: Palette) =>
  (_seed: unknown, map?: MapToken): MapToken => ({
    ...(map as MapToken), // antd passes `map` to every algorithm except the first
    colorPrimary: palette.action,
    colorPrimaryText: palette.action,
    colorLink: palette.action,
    colorInfo: palette.action,
    colorSuccess: palette.good,
    colorWarning: palette.watch,
    colorError: palette.act,
    colorErrorText: palette.act,
  });

const createTheme = (
  key: string,
  scheme: Scheme,
  brandColour: string | undefined,
  isStill: boolean,
  isTouch: boolean,
): ThemeConfig => {
  const palette = paletteOf(scheme, brandColour);
  // The hover colour is mixed towards the text colour. antd's default is lighter, and the text on it misses AA
  // contrast.
  const hovered = (colour: string): string => mix(palette.ink, colour, 0.15);
  return {
    cssVar: { key },
    algorithm: [
      scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
      exactColours(palette),
    ],
    token: {
      colorPrimary: palette.action,
      colorPrimaryHover: hovered(palette.action),
      colorPrimaryActive: hovered(hovered(palette.action)),
      colorLink: palette.action,
      colorLinkHover: hovered(palette.action),
      colorInfo: palette.action,
      colorSuccess: palette.good,
      colorSuccessBg: palette.goodTint,
      colorWarning: palette.watch,
      colorWarningBg: palette.watchTint,
      colorError: palette.act,
      colorErrorHover: hovered(palette.act),
      colorErrorBg: palette.actTint,
      colorInfoBg: palette.actionTint,
      colorText: palette.ink,
      colorTextSecondary: palette.muted,
      colorTextTertiary: palette.muted,
      colorTextDescription: palette.muted,
      colorTextPlaceholder: palette.muted,
      colorTextDisabled: palette.muted,
      colorTextLightSolid: palette.onAction,
      colorBgBase: palette.surface,
      colorBgContainer: palette.surface,
      colorBgContainerDisabled: palette.sunken,
      colorBgElevated: palette.surface,
      colorBgLayout: palette.page,
      colorBgMask: palette.overlay,
      colorBorder: palette.fieldLine,
      colorBorderDisabled: palette.line, // makes disabled controls look disabled
      colorBorderSecondary: palette.line,
      colorSplit: palette.line,
      fontFamily: FONT,
      fontFamilyCode: MONO,
      fontSize: 14,
      lineHeight: 20 / 14,
      fontWeightStrong: 600,
      borderRadius: RADIUS,
      borderRadiusLG: RADIUS,
      borderRadiusSM: 4,
      borderRadiusXS: 4,
      controlHeight: CONTROL_HEIGHTS.usual,
      // `componentSize` does not size controls that are always small.
      controlHeightSM: isTouch ? CONTROL_HEIGHTS.smallTouch : CONTROL_HEIGHTS.small,
      controlHeightLG: CONTROL_HEIGHTS.touch,
      sizeUnit: 4,
      sizeStep: 4,
      motion: !isStill,
      motionDurationSlow: isStill ? '0s' : '0.15s',
      motionDurationMid: isStill ? '0s' : '0.12s',
      motionDurationFast: isStill ? '0s' : '0.08s',
      wireframe: false,
    },
    components: {
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      // antd draws these lines in the colour of fields.
      Collapse: { colorBorder: palette.line },
      // By default, antd uses the text colour of buttons, which is dark in the dark theme.
      Tooltip: { colorBgSpotlight: palette.ink, colorTextLightSolid: palette.surface },
      // Above a toast: what the user opens is not covered by a message that came before.
      Dropdown: { zIndexPopup: 2010 },
      Select: { zIndexPopup: 2010 },
      Form: { itemMarginBottom: 8, verticalLabelPadding: 0 },
      // Visible on the page and on cards. antd's default is the colour of the page.
      Segmented: { trackBg: palette.line },
      Tabs: {
        verticalItemPadding: '6px 12px',
        verticalItemMargin: '0',
        colorBorder: palette.line,
      },
      Table: {
        cellFontSize: 13,
        cellFontSizeMD: 13,
        cellFontSizeSM: 13,
        cellPaddingBlockSM: 7, // rows of 36 px including the border
        headerBg: palette.sunken,
        headerColor: palette.muted,
        headerSplitColor: 'transparent',
        headerSortActiveBg: palette.sunken,
        headerSortHoverBg: palette.line,
        bodySortBg: palette.surface,
      },
    },
  };
};

const themes = new Map<string, ThemeConfig>();

/**
 * Returns antd's theme, built from the tokens of theme.ts. The prop `componentSize`, set by density and touch, sizes
 * the controls. The same arguments return the same object: for a new object, antd renders each of its components
 * [PAGE-326]. The styles of a theme apply below the class of its key only, so those of several themes can stay in the
 * page [PAGE-348].
 */
export const antdTheme = (
  scheme: Scheme,
  brandColour: string | undefined,
  isStill: boolean,
  isTouch: boolean,
): ThemeConfig => {
  const key = ['antd', scheme, brandColour?.slice(1), isStill && 'still', isTouch && 'touch']
    .filter(Boolean)
    .join('-');
  const made = themes.get(key) ?? createTheme(key, scheme, brandColour, isStill, isTouch);
  themes.set(key, made);
  return made;
};
