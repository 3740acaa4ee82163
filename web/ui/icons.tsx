import type { ReactNode } from 'react'

function Icon({ children, size = 24 }: { readonly children: ReactNode; readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  )
}

export const BackIcon = () => (
  <Icon>
    <path d="m14.5 5-7 7 7 7" />
  </Icon>
)
export const BankIcon = () => (
  <Icon>
    <path d="m3 9.5 9-5.5 9 5.5M4.5 20h15M6 10v7.5M10 10v7.5M14 10v7.5M18 10v7.5" />
  </Icon>
)
export const WalletIcon = () => (
  <Icon>
    <path d="M18.5 8V5.5a1 1 0 0 0-1.2-1L5 7v0a2 2 0 0 0-1.5 2v9a2 2 0 0 0 2 2h13a2 2 0 0 0 2-2v-8a2 2 0 0 0-2-2H5" />
    <path d="M16.5 14h.01" strokeWidth="2.5" />
  </Icon>
)
export const CheckIcon = ({ size = 24 }: { readonly size?: number }) => (
  <Icon size={size}>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
)
export const ClockIcon = ({ size = 24 }: { readonly size?: number }) => (
  <Icon size={size}>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </Icon>
)
export const CrossIcon = ({ size = 24 }: { readonly size?: number }) => (
  <Icon size={size}>
    <path d="m7 7 10 10M17 7 7 17" />
  </Icon>
)
export const InIcon = ({ size = 24 }: { readonly size?: number }) => (
  <Icon size={size}>
    <path d="M12 4v12M7 11.5l5 5 5-5M5 20h14" />
  </Icon>
)
export const OutIcon = ({ size = 24 }: { readonly size?: number }) => (
  <Icon size={size}>
    <path d="M12 17V5M7 9.5l5-5 5 5M5 20h14" />
  </Icon>
)
export const LockIcon = () => (
  <Icon size={16}>
    <path d="M7.5 11V8a4.5 4.5 0 0 1 9 0v3M6 11h12v9H6z" />
  </Icon>
)
/** Two streams that become one: our mark. */
export const Mark = ({ size = 20 }: { readonly size?: number }) => (
  <Icon size={size}>
    <path d="M4 4c0 7 8 6 8 12v4M20 4c0 7-8 6-8 12" strokeWidth="2.5" />
  </Icon>
)
