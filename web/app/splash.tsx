export function Splash() {
  return (
    <div className="splash" role="status">
      正在加载…
    </div>
  )
}
