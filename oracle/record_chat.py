"""Records what `transformers` makes of chat templates.

    python oracle/record_chat.py

writes engine/chat/testdata/rendered.json: the text of conversations by each template,
or the words with which it refuses them.
"""

import json
import platform
from pathlib import Path

import jinja2
import transformers
from transformers.utils.chat_template_utils import render_jinja_template

OUT = Path(__file__).parent.parent / "engine" / "chat" / "testdata" / "rendered.json"

# Written for this recording, in the ways that published templates are written.
TEMPLATES = {
    "made": "{% for m in messages %}{t258}{{ m['role'] }}\n{{ m['content'] }}{t256}\n{% endfor %}"
    "{% if add_generation_prompt %}{t258}assistant\n{% endif %}",
    "default-system": "{% for m in messages %}{% if loop.first and m.role != 'system' %}<|im_start|>system\nYou are kind.<|im_end|>\n{% endif %}"
    "{{ '<|im_start|>' + m.role + '\\n' + m.content + '<|im_end|>' + '\\n' }}{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}\n",
    "forgets-thoughts": """{%- macro text(content, tidy=true) %}
    {%- if content is string %}
        {{- content|trim if tidy else content }}
    {%- else %}
        {{- raise_exception('content must be text') }}
    {%- endif %}
{%- endmacro %}
{#- the latest question -#}
{%- set ns = namespace(found=false, last=messages|length - 1) %}
{%- for m in messages[::-1] %}
    {%- if not ns.found and m.role == "user" %}
        {%- set ns.found = true %}
        {%- set ns.last = (messages|length - 1) - loop.index0 %}
    {%- endif %}
{%- endfor %}
{%- if not ns.found %}
    {{- raise_exception('nobody asks') }}
{%- endif %}
{%- for m in messages %}
    {%- set content = text(m.content) %}
    {%- if m.role == 'system' and not loop.first %}
        {{- raise_exception('a system prompt stands first') }}
    {%- elif m.role == 'assistant' %}
        {%- set thought = '' %}
        {%- if '</think>' in content %}
            {%- set thought = content.split('</think>')[0].rstrip('\\n').split('<think>')[-1].lstrip('\\n') %}
            {%- set content = content.split('</think>')[-1].lstrip('\\n') %}
        {%- endif %}
        {%- if loop.index0 > ns.last %}
            {{- '<|im_start|>assistant\\n<think>\\n' + thought + '\\n</think>\\n\\n' + content + '<|im_end|>\\n' }}
        {%- else %}
            {{- '<|im_start|>assistant\\n' + content + '<|im_end|>\\n' }}
        {%- endif %}
    {%- else %}
        {{- '<|im_start|>' ~ m.role ~ '\\n' ~ content ~ '<|im_end|>\\n' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
    {%- if enable_thinking is defined and enable_thinking is false %}
        {{- '<think>\\n\\n</think>\\n\\n' }}
    {%- else %}
        {{- '<think>\\n' }}
    {%- endif %}
{%- endif %}""",
    "alternates": "{{ bos_token }}{% for m in messages %}{% if (m['role'] == 'user') != (loop.index0 % 2 == 0) %}{{ raise_exception('take turns') }}{% endif %}"
    "{% if m['role'] == 'user' %}{{ '[INST] ' + m['content'] + ' [/INST]' }}{% else %}{{ ' ' + m['content'] + eos_token }}{% endif %}{% endfor %}",
    "blocks": "{% if tools is none %}\nno tools\n{% endif %}\n{% for m in messages if m.role != 'system' %}\n  {% if loop.last %}\n  last {{ loop.index }} of {{ loop.length }}\n  {% endif %}\n"
    "{{ m.content | upper }}\n{% else %}\nnobody\n{% endfor %}\n{% set said = messages|map(attribute='role')|join(', ') %}{{ said }}\n",
}

SYSTEM = {"role": "system", "content": " Be terse. \n"}
ASK = {"role": "user", "content": 'Hi <b> "q" \u00e9\n\nline {{ x }}'}
SAY = {"role": "assistant", "content": "<think>\nhm\n</think>\n\nHello  "}
MORE = {"role": "user", "content": "  again\u00a0"}
CONVERSATIONS = [
    [ASK],
    [SYSTEM, ASK],
    [SYSTEM],
    [ASK, SAY],
    [ASK, SAY, MORE],
    [SYSTEM, ASK, SAY, MORE],
    [ASK, ASK],
    [ASK, SYSTEM],
    [ASK, SAY, MORE, {"role": "assistant", "content": ""}, ASK],
]
NAMES = {"bos_token": "<s>", "eos_token": "</s>"}


def render(template, messages, reply):
    try:
        texts, _ = render_jinja_template([messages], chat_template=template, add_generation_prompt=reply, **NAMES)
    except jinja2.exceptions.TemplateError as error:
        return {"refused": str(error)}
    return {"text": texts[0]}


def main():
    cases = [
        {"template": name, "messages": messages, "reply": reply, **render(source, messages, reply)}
        for name, source in TEMPLATES.items()
        for messages in CONVERSATIONS
        for reply in (False, True)
    ]
    recording = {
        "note": "made by oracle/record_chat.py",
        "versions": {"transformers": transformers.__version__, "jinja2": jinja2.__version__, "python": platform.python_version()},
        "names": NAMES,
        "templates": TEMPLATES,
        "cases": cases,
    }
    OUT.write_text(json.dumps(recording, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
