import { confirm } from './confirm.tsx'

/** Stands in for the page of a card's bank where the provider's double is used: the person who sits there decides what the bank says. */
export const askAsBank = (): Promise<boolean> =>
  confirm({
    title: 'Your bank asks for a confirmation',
    children: 'On this machine no bank is asked: you decide what it says.',
    confirmLabel: 'Complete authentication',
    cancelLabel: 'Fail authentication',
  })
