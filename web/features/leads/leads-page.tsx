export default function LeadsPage() { return <h1>x</h1> }
