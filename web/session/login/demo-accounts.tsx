import styles from './login.module.css'

type DemoAccountsProps = {
  accounts: readonly { account: string; description: string }[]
  busy: boolean
  onChoose: (account: string) => void
}

export function DemoAccounts({ accounts, busy, onChoose }: DemoAccountsProps) {
  return (
    <section className={styles.demo} aria-label="演示账号">
      <h2>
        演示账号<span>点击即可登录体验</span>
      </h2>
      <ul>
        {accounts.map(({ account, description }) => (
          <li key={account}>
            <button type="button" disabled={busy} title={description} onClick={() => onChoose(account)}>
              <strong>{account}</strong>
              <span>{description}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
