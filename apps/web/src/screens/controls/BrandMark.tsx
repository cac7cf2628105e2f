/** The product's logo in the colour of actions. It is decorative, because the name stands next to it. */
export const BrandMark = ({ size }: { readonly size: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable={false}>
    <rect width="32" height="32" rx="7" fill="var(--action)" />
    <path d="M13 6.5h6v2.5h-6z" fill="var(--on-action)" opacity=".75" />
    <rect
      x="8.5"
      y="9"
      width="15"
      height="17"
      rx="2.5"
      fill="none"
      stroke="var(--on-action)"
      strokeWidth="2"
    />
    <path d="M17.2 11.8 12.6 18h2.9l-.8 5.2 4.7-6.4h-3z" fill="var(--on-action)" />
  </svg>
);
