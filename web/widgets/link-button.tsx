import { Button } from 'antd'
import type { ComponentProps } from 'react'
import styles from './link-button.module.css'

type ButtonProps = ComponentProps<typeof Button>

/** A button that reads as a link in the line it stands in, with no space around its words. */
export function LinkButton({ className = '', ...rest }: Omit<ButtonProps, 'type'>) {
  return <Button type="link" size="small" className={`${styles.linkButton} ${className}`} {...rest} />
}

/** A button, or a link where it stands in the row of a table. */
export function ActionButton({ link = false, type, ...rest }: ButtonProps & { link?: boolean }) {
  return link ? <LinkButton {...rest} /> : <Button type={type} {...rest} />
}
