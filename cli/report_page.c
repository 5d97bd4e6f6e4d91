/* report_page.c - the frame of the page; see report.h */
#include "cli/report.h"

#include "cli/sweep_figure.h"

#include <inttypes.h>
#include <stdlib.h>

static const char style[] =
	":root{color-scheme:light dark;--bg:#fff;--fg:#1b1f24;--mute:#59636e;"
	"--line:#d8dee4;--card:#f6f8fa;--accent:#0b5cad;--bad:#b3261e;"
	"--good:#176f2c;--warn:#8a5a00;--lane:#eef1f4}\n"
	"@media(prefers-color-scheme:dark){:root{--bg:#14171a;--fg:#e6e9ec;"
	"--mute:#9aa4ae;--line:#343b43;--card:#1d2126;--accent:#6cb2ff;"
	"--bad:#ff8a80;--good:#6fd08c;--warn:#f0b95a;--lane:#22272d}}\n"
	"*{box-sizing:border-box}\n"
	"html{-webkit-text-size-adjust:100%}\n"
	"body{margin:0 auto;padding:1.2rem 1rem 4rem;max-width:70rem;"
	"background:var(--bg);color:var(--fg);"
	"font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}\n"
	"h1{font-size:1.7rem;line-height:1.2;margin:.2rem 0}\n"
	"h2{font-size:1.3rem;margin:2.4rem 0 .6rem;padding-top:.8rem;"
	"border-top:1px solid var(--line)}\n"
	"h3{font-size:1.05rem;margin:1.4rem 0 .4rem}\n"
	"p{margin:.5rem 0}.mute{color:var(--mute)}\n"
	"a{color:var(--accent)}\n"
	"code,pre{font:13px/1.45 ui-monospace,monospace}\n"
	"pre{background:var(--card);padding:.7rem .9rem;border-radius:6px;"
	"white-space:pre-wrap;margin:.6rem 0}\n"
	"nav ul{list-style:none;padding:0;display:flex;flex-wrap:wrap;"
	"gap:.3rem 1.2rem}\n"
	".wide{overflow-x:auto;margin:.6rem 0}\n"
	":focus-visible{outline:3px solid var(--accent);outline-offset:2px}\n"
	"table{border-collapse:collapse;font-variant-numeric:tabular-nums;"
	"font-size:.92rem}\n"
	"th,td{padding:.25rem .5rem;text-align:right;white-space:nowrap;"
	"border-bottom:1px solid var(--line)}\n"
	"th:first-child,td:first-child{text-align:left;padding-left:0;"
	"max-width:18rem;min-width:6.5rem;white-space:normal;"
	"overflow-wrap:break-word}\n"
	"th{font-weight:600;color:var(--mute)}\n"
	"tr.total td{font-weight:600}\n"
	".bad{color:var(--bad)}.good{color:var(--good)}.warn{color:var(--warn)}"
	"\n"
	".verdict{border-left:5px solid var(--line);background:var(--card);"
	"padding:.5rem .9rem;margin:.7rem 0;border-radius:0 6px 6px 0}\n"
	".verdict pre{background:none;padding:0}\n"
	".verdict.good{border-color:var(--good);color:inherit}\n"
	".verdict.bad{border-color:var(--bad);color:inherit}\n"
	".verdict.warn{border-color:var(--warn);color:inherit}\n"
	".verdict strong.good{color:var(--good)}"
	".verdict strong.bad{color:var(--bad)}"
	".verdict strong.warn{color:var(--warn)}\n"
	"svg{display:block;width:100%;font:12px system-ui,sans-serif;"
	"fill:var(--fg)}\n"
	"svg .lane{fill:var(--lane)}svg .grid{stroke:var(--line)}"
	"svg .axis{stroke:var(--mute)}svg .mute{fill:var(--mute)}\n"
	"svg .miss{stroke:var(--bad);stroke-width:2.5;fill:none}"
	"svg .rel{fill:var(--mute)}svg .due{stroke:var(--mute);fill:none}\n"
	"svg .box{stroke:var(--bg);stroke-width:.7}"
	"svg .over{fill:var(--mute)}"
	"svg .late{stroke:var(--bad);stroke-width:2.5}\n"
	"svg .box:hover,svg .box.at{stroke:var(--fg);stroke-width:2}\n"
	"svg.dag{width:auto;max-width:none}svg.dag .node{fill:var(--card);"
	"stroke:var(--mute)}svg.dag .edge{stroke:var(--mute);fill:none}"
	"svg.dag .crit.edge{stroke:var(--bad);stroke-width:2.5}"
	"svg.dag .crit.node{stroke:var(--bad);stroke-width:2.5}\n"
	"summary{cursor:pointer;padding:.2rem 0}details{margin:.3rem 0}\n"
	".tools{display:none;gap:.4rem;flex-wrap:wrap;margin:.4rem 0}\n"
	".js .tools{display:flex}\n"
	".tools button{font:inherit;padding:.25rem .8rem;min-width:2.6rem;"
	"min-height:2.2rem;border:1px solid var(--line);border-radius:6px;"
	"background:var(--card);color:var(--fg);cursor:pointer}\n"
	".detail{min-height:3em;font-size:.92rem;margin:.3rem 0}\n"
	".gantt{touch-action:pan-y}\n"
	".key{display:flex;flex-wrap:wrap;gap:.2rem 1rem;padding:0;"
	"list-style:none;font-size:.88rem;margin:.4rem 0}\n"
	".key svg{display:inline-block;width:14px;height:14px;"
	"vertical-align:-2px;margin-right:.3rem}.key svg.long{width:28px}\n"
	"figure{margin:.8rem "
	"0}figcaption{color:var(--mute);font-size:.92rem}\n";

static const char style_of_paper[] =
	"@media print{:root{--bg:#fff;--fg:#000;--mute:#444;--line:#bbb;"
	"--card:#f4f4f4;--lane:#f0f0f0;--bad:#b3261e;--good:#176f2c;"
	"--warn:#8a5a00}"
	"*{-webkit-print-color-adjust:exact;print-color-adjust:exact}"
	".js .tools,.detail,nav{display:none}body{font-size:11pt;padding:0;"
	"max-width:none}.wide{overflow:visible}section,figure,.verdict"
	"{break-inside:auto}h2,h3{break-after:avoid}svg,tr{break-inside:avoid}"
	"svg.dag{max-width:100%;height:auto}h3+p{break-after:avoid}"
	"@page{margin:14mm 12mm}table{font-size:.8rem}"
	"th,td{padding:.2rem .3rem}}\n"
	"@media print{details::details-content{content-visibility:visible}}\n";

/* Zoom and pan of the charts, and what is under the pointer.  A chart's plane
 * is an inner svg with percentages inside: to zoom is to widen it. */
static const char script[] =
	"'use strict';document.documentElement.classList.add('js');\n"
	"for(const box of document.querySelectorAll('.gantt')){\n"
	" const plane=box.querySelector('.plane'),"
	"detail=box.querySelector('.detail'),"
	"axis=box.querySelector('.ticks'),from=+box.dataset.from,"
	"span=+box.dataset.span,svg=box.querySelector('svg');\n"
	" const none=detail.textContent;\n"
	" let zoom=1,left=0,drag=null,at=null;\n"
	" const ns='http://www.w3.org/2000/svg';\n"
	" const num=v=>String(+v.toPrecision(12));\n"
	" const fmt=t=>t>=1e9?num(t/1e9)+' s':t>=1e6?num(t/1e6)+' ms'"
	":t>=1e3?num(t/1e3)+' \u00b5s':t+' ns';\n"
	" const draw=()=>{\n"
	"  zoom=Math.max(Math.min(zoom,span/20),1);\n"
	"  left=Math.min(Math.max(left,0),1-1/zoom);\n"
	"  plane.setAttribute('width',zoom*100+'%');\n"
	"  plane.setAttribute('x',-left*zoom*100+'%');\n"
	"  axis.textContent='';\n"
	"  const want=Math.max(2,svg.clientWidth/110),per=span/zoom/want;\n"
	"  let step=Math.pow(10,Math.floor(Math.log10(per)));\n"
	"  for(const k of [1,2,5,10])if(step*k>=per){step*=k;break}\n"
	"  step=Math.max(step,1);\n"
	"  const lo=from+left*span,hi=lo+span/zoom;\n"
	"  for(let t=Math.ceil(lo/step)*step;t<=hi;t+=step){\n"
	"   const x=(t-lo)/(hi-lo)*100,e=document.createElementNS(ns,'text');\n"
	"   e.setAttribute('x',x+'%');e.setAttribute('y',14);\n"
	"   e.setAttribute('text-anchor',x<4?'start':x>96?'end':'middle');\n"
	"   e.setAttribute('class','mute');e.textContent=fmt(Math.round(t));\n"
	"   axis.append(e)}};\n"
	" const zoomBy=(f,mid)=>{const c=left+mid/zoom;zoom*=f;"
	"zoom=Math.max(Math.min(zoom,span/20),1);left=c-mid/zoom;draw()};\n"
	" const show=e=>{if(at)at.classList.remove('at');at=e;"
	"if(e)e.classList.add('at');"
	"detail.textContent=e?e.querySelector('title').textContent:none};\n"
	" const boxes=[...plane.querySelectorAll('.box')];\n"
	" const step=d=>{const i=at?boxes.indexOf(at)+d:0,"
	"e=boxes[(i+boxes.length)%boxes.length];if(!e)return;show(e);\n"
	"  const x=parseFloat(e.getAttribute('x'))/100;"
	"if(x<left||x>left+1/zoom){left=x-.5/zoom;draw()}};\n"
	" const acts={in:()=>zoomBy(2,.5),out:()=>zoomBy(.5,.5),"
	"left:()=>{left-=.25/zoom;draw()},right:()=>{left+=.25/zoom;draw()},"
	"all:()=>{zoom=1;left=0;draw()},prev:()=>step(-1),next:()=>step(1)};\n"
	" for(const b of box.querySelectorAll('button'))"
	"b.addEventListener('click',()=>acts[b.dataset.act]());\n"
	" box.addEventListener('keydown',ev=>{if(ev.ctrlKey||ev.altKey||"
	"ev.metaKey)return;const k={'+':'in','=':'in','-':'out','0':'all',"
	"ArrowLeft:'left',ArrowRight:'right',n:'next',p:'prev'}[ev.key];"
	"if(k){ev.preventDefault();acts[k]()}});\n"
	" svg.addEventListener('wheel',ev=>{if(!ev.ctrlKey&&!ev.shiftKey)"
	"return;"
	"ev.preventDefault();const r=svg.getBoundingClientRect();"
	"zoomBy((ev.deltaY||ev.deltaX)<0?1.25:.8,(ev.clientX-r.left)/r.width)},"
	"{passive:false});\n"
	" svg.addEventListener('pointerdown',ev=>{drag={x:ev.clientX,left};"
	"show(ev.target.closest('.box'))});\n"
	" addEventListener('pointermove',ev=>{if(drag){left=drag.left-"
	"(ev.clientX-drag.x)/svg.clientWidth/zoom;draw()}});\n"
	" addEventListener('pointerup',()=>{drag=null});\n"
	" addEventListener('pointercancel',()=>{drag=null});\n"
	" svg.addEventListener('pointerover',ev=>{if(drag)return;"
	"const e=ev.target.closest('.box');if(e)show(e)});\n"
	" addEventListener('resize',draw);draw()}\n";

/* On paper nothing is folded. */
static const char unfold[] =
	"addEventListener('beforeprint',()=>{for(const d of "
	"document.querySelectorAll('details'))d.open=true});\n";

void html_text(FILE *out, const char *s)
{
	for (; *s; s++) {
		unsigned char c = (unsigned char)*s;

		switch (c) {
		case '&':
			fputs("&amp;", out);
			break;
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		case '\'':
			fputs("&#39;", out);
			break;
		default:
			putc(c < ' ' && c != '\n' ? ' ' : c, out);
		}
	}
}

/* The palette begins with black, which the dark page has as white. */
void html_colour(FILE *out, uint32_t i)
{
	if ((i + 1) % figure_colours() == 0)
		fputs("currentColor", out);
	else
		fprintf(out, "#%s", figure_colour(i + 1));
}

void html_time(FILE *out, dag_time t)
{
	dag_time size = t < 0 ? -(t + 1) : t;
	char text[40];

	if (!t) {
		fputs("0 ms", out);
	} else if (size < NS_PER_US) {
		fprintf(out, "%" PRId64 " ns", t);
	} else if (size < NS_PER_MS) {
		time_format_ms(text, sizeof(text), t * 1000, 3);
		fprintf(out, "%s \xc2\xb5s", text);
	} else if (size < 100 * NS_PER_S) {
		time_format_ms(text, sizeof(text), t, 3);
		fprintf(out, "%s ms", text);
	} else {
		time_format_ms(text, sizeof(text), t / 1000, 3);
		fprintf(out, "%s s", text);
	}
}

void page_begin(FILE *out, const char *title, const char *what,
		const char *command)
{
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	      "<meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\""
	      "default-src 'none'; style-src 'unsafe-inline'; "
	      "script-src 'unsafe-inline'; img-src data:\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width, "
	      "initial-scale=1\">\n<link rel=\"icon\" href=\"data:,\">\n"
	      "<title>",
	      out);
	html_text(out, title);
	fputs(" - dagsim report</title>\n<style>\n", out);
	fputs(style, out);
	fputs(style_of_paper, out);
	fputs("</style>\n</head>\n<body>\n"
	      "<svg width=\"0\" height=\"0\" style=\"position:absolute\" "
	      "aria-hidden=\"true\"><defs>"
	      "<path id=\"up\" d=\"M0 0l-4 9h8z\"/>"
	      "<path id=\"due\" d=\"M0 0v-12M-3.5 -4L0 0L3.5 -4\"/>"
	      "<path id=\"cross\" d=\"M-5 -5L5 5M-5 5L5 -5\"/>"
	      "<circle id=\"ring\" r=\"5\"/>"
	      "</defs></svg>\n<header>\n<h1>",
	      out);
	html_text(out, title);
	fputs("</h1>\n<p class=\"mute\">", out);
	html_text(out, what);
	fputs("</p>\n<p>Made by dagsim " DAGSIM_VERSION " with</p>\n<pre>",
	      out);
	html_text(out, command);
	fputs("</pre>\n</header>\n<main>\n", out);
}

void page_end(FILE *out)
{
	fputs("</main>\n<script>\n", out);
	fputs(script, out);
	fputs(unfold, out);
	fputs("</script>\n</body>\n</html>\n", out);
}

void section_begin(FILE *out, const char *title)
{
	fputs("<section>\n<h2>", out);
	html_text(out, title);
	fputs("</h2>\n", out);
}

void section_end(FILE *out)
{
	fputs("</section>\n", out);
}

void wide_begin(FILE *out, const char *label)
{
	fputs("<div class=\"wide\" tabindex=\"0\" role=\"region\" "
	      "aria-label=\"",
	      out);
	html_text(out, label);
	fputs("\">\n", out);
}

void wide_end(FILE *out)
{
	fputs("</div>\n", out);
}
