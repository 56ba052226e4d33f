export const minimumSpend = {
  title: 'Minimum spend addendum',
  text: `
This addendum belongs to the service and billing agreement between {{company_root_legal}} and your agency.

# The minimum
- Your wholesale charges come to at least {{minimum_spend}} in each calendar month.
- If they come to less, the difference is charged to the card on file at the end of the month.
- The first month counts in proportion to the days that are left of it.

# What counts
Charges for leads, campaigns and platform fees count towards the minimum. Taxes, refunded amounts and purchases for a data
wallet that have not been used do not.

# Ending
The minimum ends with the agreement. No difference is charged for a month in which your account was suspended by us for
reasons that are not yours.
`,
}

export const minimumSpendV2 = {
  title: 'Minimum spend addendum with ramp-up',
  text: `
This addendum belongs to the service and billing agreement between {{company_root_legal}} and your agency.

# The minimum
Your wholesale charges come to at least these amounts, month by month since your start:

{{minimum_spend_list}}

After the last month of this list the minimum is {{minimum_spend}} in each month.

# The difference
If your charges of a month come to less than its minimum, the difference is charged to the card on file at the end of that
month. An agency whose campaigns were all paused by us for reasons that are not its own is not charged.

# What counts
Charges for leads, campaigns and platform fees count towards the minimum. Taxes, refunded amounts and purchases for a data
wallet that have not been used do not.

# Ending
The minimum ends with the agreement.
`,
}
