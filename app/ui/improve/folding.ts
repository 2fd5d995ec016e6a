import { isShortcut } from './shortcut'

const COOKIE = 'sidebar'
const WEEK_IN_SECONDS = 7 * 24 * 60 * 60
/** The breakpoint of sidebar.css where the drawer becomes a column. */
const PHONE = '(width < 768px)'

export const foldLabel = (collapsed: boolean) => (collapsed ? 'Fäll ut menyn' : 'Fäll ihop menyn')

/** Folds the sidebar (sidebar.tsx) on plain pages: by its button, and by Ctrl+B or Cmd+B. */
export function foldMenu() {
  const frame = document.querySelector<HTMLElement>('.sidebar-frame')
  const drawer = frame?.querySelector<HTMLElement>('.sidebar')
  const button = frame?.querySelector<HTMLElement>('[data-fold]')
  const icon = button?.querySelector('svg')
  if (!frame || !drawer || !button || !icon) return
  const foldOrUnfold = () => {
    const collapsed = frame.toggleAttribute('data-collapsed')
    button.ariaExpanded = String(!collapsed)
    icon.ariaLabel = foldLabel(collapsed)
    rememberFold(collapsed)
  }
  button.addEventListener('click', foldOrUnfold)
  addEventListener('keydown', (event) => foldByKey(event, drawer, foldOrUnfold))
}

export function foldByKey(event: KeyboardEvent, drawer: HTMLElement | null, foldOrUnfold: () => void) {
  if (!isShortcut(event, 'b')) return
  event.preventDefault()
  if (matchMedia(PHONE).matches) drawer?.togglePopover()
  else foldOrUnfold()
}

export function rememberFold(collapsed: boolean) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers we serve.
  document.cookie = sidebarCookie(collapsed, location.protocol === 'https:')
}

/** Like the server's own cookies, under https with the `__Host-` prefix and Secure: otherwise the server ignores it. */
export function sidebarCookie(collapsed: boolean, isHttps: boolean): string {
  const pair = `${COOKIE}=${collapsed ? 'collapsed' : 'open'}`
  const attributes = `path=/; max-age=${WEEK_IN_SECONDS}; samesite=lax`
  return isHttps ? `__Host-${pair}; secure; ${attributes}` : `${pair}; ${attributes}`
}
