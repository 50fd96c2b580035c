const element = (tag, text, className) => {
  const node = document.createElement(tag)
  if (text) node.textContent = text
  if (className) node.className = className
  return node
}

const pretty = (value) => {
  const node = element('pre')
  node.textContent = JSON.stringify(value, null, 2)
  return node
}

const firstOf = (content) => Object.values(content ?? {})[0]

function callCard(path, method, call) {
  const card = element('details')
  const head = element('summary')
  head.append(
    element('span', method.toUpperCase(), `method ${method}`),
    element('code', path),
    element('span', call.summary),
  )
  card.append(head, element('p', call.description, 'who'))
  // The bodies are made when somebody looks: hundreds of schemas would make the page slow.
  card.addEventListener('toggle', () => {
    if (card.childElementCount > 2) return
    card.append(element('h3', '输入'), pretty(firstOf(call.requestBody?.content)?.schema ?? call.parameters))
    card.append(
      element('h3', '输出 data'),
      pretty(firstOf(call.responses[200].content).schema.oneOf?.[0].properties.data ?? '文件'),
    )
  })
  card.dataset.text = `${path} ${call.summary} ${call.description}`.toLowerCase()
  return card
}

async function show() {
  const document_ = await (await fetch('/dev/openapi.json')).json()
  document.getElementById('about').textContent = document_.info.description
  const sections = new Map()
  for (const [path, methods] of Object.entries(document_.paths)) {
    for (const [method, call] of Object.entries(methods)) {
      const tag = call.tags[0]
      if (!sections.has(tag)) sections.set(tag, element('section'))
      if (!sections.get(tag).childElementCount) sections.get(tag).append(element('h2', tag))
      sections.get(tag).append(callCard(path, method, call))
    }
  }
  document.getElementById('calls').append(...sections.values())
  document.getElementById('filter').addEventListener('input', (event) => {
    const wanted = event.target.value.trim().toLowerCase()
    for (const card of document.querySelectorAll('details')) card.hidden = !card.dataset.text.includes(wanted)
  })
}

void show()
