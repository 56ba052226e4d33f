export const privacyPolicy = {
  title: 'Privacy policy',
  text: `
This policy says which personal data {{company_legal}} ("{{company_name}}", "we") handles when you use {{company_domain}},
why, for how long, and what you can ask of us. It covers people who sign in to this site, and people whose data our
customers receive through it.

# Who is responsible
{{company_legal}}, {{company_address}}. Write to {{company_email}} or call {{company_phone}}.

For your account and your use of this site we decide why and how data is handled. For leads that a customer collects or
buys through the platform, that customer decides, and we act on their instructions.

# What we collect
## When you have an account
- Your name, e-mail address, telephone number, company and role, as you or the person who invited you entered them.
- Your password, kept only as a hash that cannot be turned back, and your settings for signing in with a second step.
- Records of your sign-ins and of what was changed in your account: time, network address and type of browser.
- Invoices and payments. Card numbers go straight to our payment provider; we see only the last four digits and the
  expiry date.
## When you visit a page of one of our customers
- If that page carries our pixel: the address of the page and of the one before it, the time, your network address, the type
  of your browser, and a random number that is kept in your browser's storage.
- We do not record anything when your browser sends a Global Privacy Control or Do Not Track signal.
## From others
- Business and contact details from licensed data providers, where the law allows it.

# Why we use it
- To provide the service: to sign you in, show you your campaigns and leads, and answer your questions.
- To bill for the service and keep the accounts that the law asks for.
- To keep the service secure: to notice misuse, and to look into faults.
- To tell you about changes that concern your account. You cannot leave out these messages while you have an account.

We do not sell the personal data of people who have an account with us.

# Who receives it
- Companies that work for us and may use the data for nothing else: hosting, e-mail delivery, payment and data providers.
- The company that manages your account, and the operator of this platform, {{company_root_legal}}.
- Authorities, where the law obliges us. We tell you unless we may not.

# How long we keep it
- Account data: as long as you have an account, and 30 days after it is closed.
- Records of sign-ins and changes: 13 months.
- Invoices and payment records: as long as tax law asks, usually seven years.
- Leads: as long as our customer keeps the campaign they belong to, unless you ask for erasure earlier.

# Your rights
You may ask us what we hold about you, and have it corrected, handed over or erased. You may object to our use of it, opt
out of the sale or sharing of it, and withdraw a consent at any time. Nobody is treated worse for doing so. Write to
{{company_email}}; we answer within 30 days and may first ask you to show that you are the person concerned. If you are not
satisfied, you can turn to the data protection authority of the place where you live.

When a person is erased we keep an unreadable mark of the address, and nothing else, so that it cannot come back with the
next import.

# Storage in your browser
We use your browser's own storage to keep you signed in, and to remember whether you prefer light or dark colours. We set
no advertising cookies on this site.

# Security
Data travels encrypted and is stored encrypted. Access is limited to people who need it, and is recorded. If a breach puts
you at risk, we tell you and the authorities without undue delay.

# Children
This service is for businesses. We do not knowingly collect data of anybody under 16.

# Changes
When this policy changes, the new text appears here with a new version. We write to account holders before a change that
affects them.
`,
}
