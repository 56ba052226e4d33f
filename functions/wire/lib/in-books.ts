/** Books write what is taken off in brackets: spreadsheets read it as a negative number, and never as a formula. */
export const inBooks = (amount: string): string => (amount.startsWith('-') ? `(${amount.slice(1)})` : amount)
