export const defaultClient = {
  title: 'Service and billing agreement',
  text: `
This agreement is between {{company_legal}} ("{{company_name}}", "we") and the company that accepts it ("you"). It governs
the campaigns that we run for you on {{company_domain}}.

# What you receive
- Campaigns that find people who show an interest in what you offer, with the settings shown in your account.
- Access to the leads of your campaigns, and to reports about them.
- An exclusion list: people on it are neither delivered to you nor charged.

# What you pay
- A price for each lead, and fees for set-up and campaigns where they apply, as shown before a campaign starts.
- We tell you about new prices at least 30 days before they apply to your campaigns.

# How you pay
1. You keep a valid card on file and allow us to charge it when amounts fall due: weekly, monthly, once, or in advance, by
the payment term of each campaign.
2. Payments in advance buy a number of leads. You may have the card charged again before they run out, and you may stop
this at any time in your account.
3. You find an invoice for each charge in your account.

# When a payment fails
We tell you and try again. While an amount is open, your campaigns pause. They go on when it is settled.

# Refunds
A lead that was charged twice, or that stood on your exclusion list when it was delivered, is credited. For other errors
write to {{company_email}} within 60 days of the charge.

# Your duties
- You tell visitors of your site, in its privacy notice, that it uses visitor identification.
- You contact leads only as the law allows, and respect every opt-out.
- You do not pass leads on to others, and do not use them to decide about credit, insurance, housing or employment.

# Pausing and ending
You may pause or end a campaign at any time in your account. Leads that were found until then are charged. Either side may
end this agreement with 30 days' notice.

# Contact
{{company_legal}}, {{company_address}}, {{company_email}}, {{company_phone}}.
`,
}
