import type { MantineThemeComponents } from '@mantine/core'
import type { KeyboardEvent, MouseEvent } from 'react'

const MODAL_MS = 500
const COLLAPSE_MS = 250
/** Everything else that comes and goes. */
const MOTION_MS = 140

/** What is typed into a field that is searched takes the place of the name that stands in it, as it does after Tab. */
function chooseText({ currentTarget: field }: MouseEvent<HTMLInputElement>): void {
  if (!field.readOnly && field.selectionStart === field.selectionEnd) field.select()
}

/** Who types a name and goes on means the choice of that name, or the only one that is left; it went without a word. */
function takeTyped(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget: field, nativeEvent } = event
  if ((key !== 'Enter' && key !== 'Tab') || !field.value || field.readOnly || nativeEvent.isComposing) return
  const list = document.getElementById(field.getAttribute('aria-controls') ?? '')
  if (!list || list.querySelector('[data-combobox-selected]')) return
  const [first, ...others] = list.querySelectorAll<HTMLElement>('[data-combobox-option]')
  const typed = field.value.trim().toLowerCase()
  const meant = others.length ? [first, ...others].find((each) => each?.textContent.toLowerCase() === typed) : first
  if (!meant || meant.getAttribute('aria-selected') === 'true') return
  if (key === 'Enter') event.preventDefault()
  meant.click()
}

/** Help stands under the field, and an error directly under what caused it. */
const inputWrapperOrder = ['label', 'input', 'error', 'description']

/** A `header` in a dialog counts as the banner of the whole page where two lie on each other, and is none. */
const plainHead = { header: { role: 'presentation' } }

/** Properties that every screen would repeat. Written as data, so that naming a part here loads nothing of it. */
export const parts: MantineThemeComponents = {
  ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
  Anchor: { defaultProps: { underline: 'always' } },
  Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 500 } },
  // The usual radius would make a circle of so small a box, and a circle says that one of many is chosen.
  Checkbox: { defaultProps: { radius: 'xs' } },
  Button: { defaultProps: { variant: 'filled' } },
  // A list of choices may hold nothing but choices: what says that there is none is one that nobody can take.
  ComboboxEmpty: { defaultProps: { role: 'option', 'aria-disabled': true, 'aria-selected': false } },
  Collapse: { defaultProps: { transitionDuration: COLLAPSE_MS } },
  Drawer: {
    defaultProps: {
      position: 'right',
      attributes: plainHead,
      transitionProps: { duration: MOTION_MS },
      closeButtonProps: { 'aria-label': 'Close' },
    },
  },
  InputWrapper: { defaultProps: { inputWrapperOrder } },
  // The first item takes the focus itself; Mantine's stand-in for it is no menu item and confuses those who listen.
  Menu: {
    defaultProps: {
      position: 'bottom-end',
      shadow: 'md',
      transitionProps: { duration: MOTION_MS },
      withInitialFocusPlaceholder: false,
    },
  },
  Modal: {
    defaultProps: {
      attributes: plainHead,
      centered: true,
      radius: 'md',
      transitionProps: { duration: MODAL_MS, transition: 'fade-up' },
      closeButtonProps: { 'aria-label': 'Close' },
    },
  },
  Notifications: {
    defaultProps: { position: 'bottom-right', autoClose: 5000, limit: 4, transitionDuration: MOTION_MS },
  },
  // What was typed is never changed into another number: a form says what is wrong with it.
  NumberInput: { defaultProps: { clampBehavior: 'none' } },
  Paper: { defaultProps: { withBorder: true, radius: 'md' } },
  Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: MOTION_MS } } },
  Select: { defaultProps: { checkIconPosition: 'right', onClick: chooseText, onKeyDown: takeTyped } },
  Skeleton: { defaultProps: { radius: 'sm' } },
  Table: { defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'sm' } },
  Timeline: { defaultProps: { bulletSize: 12, lineWidth: 2, color: 'gray' } },
  Tooltip: {
    defaultProps: {
      openDelay: 250,
      transitionProps: { duration: MOTION_MS },
      events: { hover: true, focus: true, touch: true },
    },
  },
}
