import { theme, type ThemeConfig } from 'antd';
import type { Scheme } from '../react/theme-choice.ts';
import { FONT, MONO, paletteOf, RADIUS, type Palette } from './theme.ts';

/** What a finger hits without looking, pixels (the design brief). */
const TOUCH_HEIGHT = 44;
const POINTER_HEIGHT = 34;

type MapToken = ReturnType<typeof theme.defaultAlgorithm>;

/** antd's dark algorithm dims the colours it is given; ours are made for the dark already. */
const exactColours =
  (palette: Palette) =>
  (_seed: unknown, map?: MapToken): MapToken => ({
    ...(map as MapToken), // antd passes it to every algorithm but the first
    colorPrimary: palette.action,
    colorPrimaryText: palette.action,
    colorLink: palette.action,
    colorInfo: palette.action,
    colorSuccess: palette.good,
    colorWarning: palette.watch,
    colorError: palette.act,
    colorErrorText: palette.act,
  });

/** antd's tokens, all from our one palette. */
export const antdTheme = (scheme: Scheme, isTouch: boolean, brandColour?: string): ThemeConfig => {
  const palette = paletteOf(scheme, brandColour);
  return {
    algorithm: [
      scheme === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
      exactColours(palette),
    ],
    token: {
      colorPrimary: palette.action,
      colorLink: palette.action,
      colorInfo: palette.action,
      colorSuccess: palette.good,
      colorWarning: palette.watch,
      colorError: palette.act,
      colorText: palette.ink,
      colorTextSecondary: palette.muted,
      colorTextDescription: palette.muted,
      colorTextPlaceholder: palette.muted,
      colorTextLightSolid: palette.onAction,
      colorBgBase: palette.surface,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.surface,
      colorBgLayout: palette.page,
      colorBgMask: palette.overlay,
      colorBorder: palette.fieldLine,
      colorBorderSecondary: palette.line,
      colorSplit: palette.line,
      fontFamily: FONT,
      fontFamilyCode: MONO,
      fontSize: 14,
      borderRadius: RADIUS,
      borderRadiusLG: RADIUS,
      borderRadiusSM: RADIUS,
      controlHeight: isTouch ? TOUCH_HEIGHT : POINTER_HEIGHT,
      sizeUnit: 4,
      sizeStep: 4,
      motionDurationSlow: '0.15s',
      motionDurationMid: '0.12s',
      motionDurationFast: '0.08s',
      wireframe: false,
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
    },
  };
};
