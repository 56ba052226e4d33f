export const defaultAgency = {
  title: 'Service and billing agreement',
  text: `
This agreement is between {{company_root_legal}} ("{{company_root_name}}", "we") and the agency that accepts it ("you"). It
governs your use of the platform to serve clients of your own.

# What you receive
- Access to the platform under your own brand: your logo, colours, menu names and domain.
- Accounts for your staff and your clients, as many as your plan allows.
- The campaign products that are switched on for you, at the wholesale prices shown in your account.

# Your clients
You make your own agreements and set your own prices with your clients, at or above the lowest prices shown in your
account. You are their contact for questions, and you pass on to them the duties of the terms of use, above all those on
the lawful use of leads.

# Wholesale charges
- Leads are charged at the price that stood when the lead was delivered.
- Fees for set-up, campaigns and the platform are charged as shown in your account before you confirm them.
- Prices may change with 30 days' notice. A campaign that has been paid in advance keeps its price until that payment is
  used up.

# How you pay
1. You keep a valid card on file. We charge it for wholesale amounts that fall due, weekly, monthly, once, or in advance,
by the payment term of each campaign.
2. Where you use a data wallet, charges are taken from its balance first. Wallet purchases are non-refundable, have no cash
value, and expire 12 months after purchase if unused.
3. Where your clients pay by card, their payments go to your connected Stripe account, and our share is taken out of them
when they are made.

# When a payment fails
We try again and tell you each time. While a payment is open, campaigns pause and no new charges arise for them. Campaigns
go on as soon as the amount is settled.

# Connected account
You agree to the terms of our payment provider for connected accounts. You answer for refunds and disputes of your own
clients. If the provider asks for more details, you give them in time; until then it may hold back payments.

# Refunds and corrections
Leads that were charged twice, or that stood on an exclusion list when they were delivered, are credited. Please report
other errors within 60 days of the charge, to {{company_root_email}}.

# Term
The agreement runs from month to month. Either side may end it with 30 days' notice in writing. Amounts that have fallen
due until then stay due.

# Confidentiality and data
Each side keeps the other's confidential information to itself. Personal data is handled as the privacy policy says. You
decide on the use of leads of your clients; we handle them for you and only on your instructions.

# Contact
{{company_root_legal}}, {{company_root_address}}, {{company_root_email}}, {{company_root_phone}}.
`,
}
