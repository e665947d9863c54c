"""The GLSL programs: where a point falls through the lens, what is seen there, how it is lit."""

from __future__ import annotations

from typing import Final

LENS: Final = """
#version 330
layout(location=0) in vec3 point;
layout(location=1) in vec3 normal;
layout(location=2) in vec2 uv;
layout(location=3) in float part;
uniform vec4 item[12];     // the model's four columns, then the surface
uniform mat4 view;        // world to camera: x right, y down, z forward
uniform vec4 lens;        // focal lengths and principal point, in pixels
uniform vec2 frame;       // width and height, in pixels
uniform vec3 bend;        // radial distortion k1, k2 and the squared radius where it stops to grow
uniform vec2 depths;      // nearest and farthest depth, in mm

vec4 project(vec3 world) {
    vec3 c = (view * vec4(world, 1)).xyz;
    vec2 ray = c.xy / max(c.z, 1.0);
    float r2 = min(dot(ray, ray), bend.z);
    float swell = c.z > 1.0 ? 1.0 + r2 * (bend.x + bend.y * r2) : 1.0;
    vec2 pixel = lens.xy * c.xy * swell + (lens.zw + 0.5) * c.z;
    float n = depths.x, f = depths.y;
    return vec4(2.0 * pixel / frame - c.z, (f + n) / (f - n) * c.z - 2.0 * f * n / (f - n), c.z);
}
"""

SEEN_VERTEX: Final = (
    LENS
    + """
flat out int which;
void main() {
    which = int(part + 0.5);
    gl_Position = project((mat4(item[0], item[1], item[2], item[3]) * vec4(point, 1)).xyz);
}
"""
)

SEEN_FRAGMENT: Final = """
#version 330
uniform int name;
flat in int which;
layout(location=0) out int seen;
void main() { seen = 4 * name + which; }
"""

DEPTH_VERTEX: Final = """
#version 330
layout(location=0) in vec3 point;
uniform vec4 item[12];
uniform mat4 light;
void main() { gl_Position = light * mat4(item[0], item[1], item[2], item[3]) * vec4(point, 1); }
"""

DEPTH_FRAGMENT: Final = """
#version 330
void main() { }
"""

HEIGHT_VERTEX: Final = """
#version 330
layout(location=0) in vec3 point;
uniform vec4 item[12];
uniform mat4 light;
out float height;
void main() {
    vec4 world = mat4(item[0], item[1], item[2], item[3]) * vec4(point, 1);
    height = world.z;
    gl_Position = light * world;
}
"""

HEIGHT_FRAGMENT: Final = """
#version 330
in float height;
layout(location=0) out float seen;
void main() { seen = max(height, 0.0); }
"""

LIT_VERTEX: Final = (
    LENS
    + """
out vec3 at;
out float away;
out vec3 facing;
out vec2 texel;
out vec3 own;
flat out float which;
void main() {
    mat4 model = mat4(item[0], item[1], item[2], item[3]);
    vec4 world = model * vec4(point, 1);
    at = world.xyz;
    facing = mat3(model) * normal;
    texel = uv;
    own = point;
    which = part;
    gl_Position = project(at);
    away = gl_Position.w;
}
"""
)

_SHADOW_FRAGMENT: Final = """
#version 330
in vec3 at;
in vec3 facing;
in float away;
flat in float which;
in vec2 texel;
in vec3 own;
layout(location=0) out vec4 lit;
uniform vec3 eye;
uniform int lamps;
uniform vec3 lamp_at[2];
uniform vec4 patch_at[2];   // middle, cosine and sine of the turn
uniform vec4 patch_size[2]; // half its sides and the softness of its edges in mm, whether there is one
uniform mat3 lamp_turn[2];     // world to lamp
uniform mat4 lamp_view[2];
uniform vec4 lamp_reach[2]; // nearest and farthest depth, width of its picture at depth 1, radius: all in mm
uniform sampler2DShadow shadow0;
uniform sampler2DShadow shadow1;
uniform sampler2D blocker0;
uniform sampler2D blocker1;
uniform sampler2D heights;
uniform vec4 height_window; // x0, y0, size in mm, texels

const float GOLDEN = 2.39996323;

vec2 disc(int i, int n, float turn) {
    float r = sqrt((float(i) + 0.5) / float(n));
    float a = float(i) * GOLDEN + turn;
    return r * vec2(cos(a), sin(a));
}

float shade(sampler2D blockers, sampler2DShadow map, vec4 p, vec4 reach, float turn, int taps, vec3 n, bool on) {
    vec3 q = p.xyz / p.w * 0.5 + 0.5;
    bool inside = on && all(greaterThan(q.xy, vec2(0))) && all(lessThan(q.xy, vec2(1)));
    vec3 ray = vec3((2.0 * q.xy - 1.0) * reach.z / 2.0, 1.0);
    float facing_lamp = -dot(n, ray);
    int searched = facing_lamp > 0.0 && inside ? SEARCHED : 0;
    float near = reach.x, f = reach.y, away = p.w, sum = 0.0, count = 0.0;
    float search = max(reach.w * (away - near) / (away * near * reach.z), 1.5e-3);
    // how the depth of the lit surface itself changes over the lamp's picture
    vec2 slant = f * near / (f - near) * n.xy * reach.z / max(facing_lamp * away, 1.0);
    slant = clamp(slant, -1.0, 1.0);
    for (int i = 0; i < searched; i++) {
        vec2 step = search * disc(i, SEARCHED, turn);
        float d = textureLod(blockers, q.xy + step, 0.0).r;
        if (d < q.z + dot(slant, step) - 1e-4) { sum += near * f / (f - d * (f - near)); count += 1.0; }
    }
    int some = count < 0.5 ? 0 : taps;
    float spread = max(6e-4, reach.w * (away - sum / count) / (sum / count) / (away * reach.z));
    float lit = count < 0.5 ? float(taps) : 0.0;
    for (int i = 0; i < some; i++) {
        vec2 step = spread * disc(i, taps, turn);
        lit += texture(map, vec3(q.xy + step, q.z + dot(slant, step) - 2e-5));
    }
    return lit / float(taps);
}

// how much of a lamp's light the window that it falls through lets pass
float passed(int i) {
    vec3 from = lamp_at[i];
    vec2 d = at.xy + (at.xy - from.xy) * at.z / max(from.z - at.z, 1.0) - patch_at[i].xy;
    vec2 own_axes = vec2(dot(d, patch_at[i].zw), dot(d, vec2(-patch_at[i].w, patch_at[i].z)));
    vec2 inside = smoothstep(vec2(-patch_size[i].z), vec2(patch_size[i].z), patch_size[i].xy - abs(own_axes));
    return mix(1.0, inside.x * inside.y, patch_size[i].w);
}

float openness(vec3 n) {
    vec2 uv = (at.xy + n.xy * 2.0 - height_window.xy) / height_window.z;
    float mm = height_window.z / height_window.w;
    float hidden = 0.0;
    for (int lod = 1; lod < 7; lod++) {
        float reach = mm * exp2(float(lod));
        float over = textureLod(heights, uv, float(lod)).r - max(at.z, 0.0);
        hidden += clamp(over / reach, 0.0, 1.0) * 0.32;
    }
    return exp(-hidden * 0.85);
}

void main() {
    vec3 n = normalize(facing);
    if (dot(n, eye - at) < 0.0) n = -n;
    // sixteen turns of the taps, each once in every square of four by four, which the smoothing then averages
    ivec2 cell = ivec2(gl_FragCoord.xy) & 3;
    float turn = 6.2831853 / 16.0 * float((cell.x + 4 * cell.y) * 7 & 15);
    vec4 p = lamp_view[0] * vec4(at + n * 0.5, 1), q = lamp_view[1] * vec4(at + n * 0.5, 1);
    lit.x = shade(blocker0, shadow0, p, lamp_reach[0], turn, FIRST, lamp_turn[0] * n, lamps > 0) * passed(0);
    lit.y = shade(blocker1, shadow1, q, lamp_reach[1], turn, SECOND, lamp_turn[1] * n, lamps > 1) * passed(1);
    lit.z = openness(n);
    lit.w = away;
}
"""


def shadow_fragment(searched: int, first: int, second: int) -> str:
    """The program of shadows with so many samples a point: to search what is in the way, for each of the two lamps."""
    counts = {"SEARCHED": searched, "FIRST": first, "SECOND": second}
    defined = "".join(f"#define {name} {count}\n" for name, count in counts.items())
    return _SHADOW_FRAGMENT.replace("#version 330\n", f"#version 330\n{defined}")


WHOLE_VERTEX: Final = """
#version 330
void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0, 1); }
"""

SMOOTH_FRAGMENT: Final = """
#version 330
uniform sampler2D coarse;
layout(location=0) out vec4 smooth_;
void main() {
    ivec2 here = ivec2(gl_FragCoord.xy), last = textureSize(coarse, 0) - 1;
    float away = texelFetch(coarse, here, 0).a;
    vec4 total = vec4(0);
    for (int i = 0; i < 16; i++) {
        vec4 s = texelFetch(coarse, clamp(here + ivec2(i & 3, i >> 2) - 1, ivec2(0), last), 0);
        total += vec4(s.rgb, 1) * (abs(s.a - away) < 0.006 * away ? 1.0 : 0.0);
    }
    smooth_ = vec4(total.a > 0.0 ? total.rgb / total.a : vec3(1), away);
}
"""

LIT_FRAGMENT: Final = """
#version 330
in vec3 at;
in vec3 facing;
in vec2 texel;
in vec3 own;
flat in float which;
in float away;
layout(location=0) out vec4 colour;
layout(location=1) out int seen;
uniform int name;

uniform vec4 item[12];     // the model's four columns, then the surface
uniform vec3 eye;
uniform sampler2DArray skin;
#define model mat4(item[0], item[1], item[2], item[3])
#define layers item[4]            // first half, second half, bottom, side (negative: none)
#define tint_top item[5].xyz
#define kind item[5].w            // 1: seen from both sides, 2: its top has two halves
#define tint_side item[6].xyz
#define glow item[6].w            // light that enters and leaves elsewhere: skin, wax, plastics
#define tint_bottom item[7].xyz
#define grain_scale item[7].w     // cycles per mm
#define gloss item[8]             // roughness, reflectance at normal incidence, metal, nap of cloth
#define relief item[9].xy         // height of the texture's alpha as a share of the face
#define tiling item[9].zw         // repeats of the texture along u and v
#define grain item[10]            // where the grain starts (x, y, z) and how strong it is
#define soil item[11]             // smudges: how strong they stain and how strong they dull, cycles per mm; streaks
uniform sampler2D noise;
// light
uniform vec3 lamp_at[2];
uniform vec3 lamp_colour[2];
uniform vec4 lamp_reach[2]; // the fourth is the radius in mm
uniform sampler2D coarse;    // shadows at half the size: both lamps, openness, depth
uniform vec3 sky;
uniform vec3 ground;
uniform vec3 side_colour;
uniform vec3 side_from;
uniform int panel_count;
uniform vec3 panel_at[3];
uniform vec3 panel_n[3];      // across the panel
uniform vec3 panel_u[3];      // half axes, each divided by the square of its length
uniform vec3 panel_v[3];
uniform vec3 panel_size[3];   // one by the lengths of both half axes, and their product
uniform vec3 panel_colour[3];

// what the coarse picture of shadows says here: light of both lamps, openness to the sky
vec3 shadows() {
    vec2 here = gl_FragCoord.xy / 2.0 - 0.5;
    ivec2 corner = ivec2(floor(here)), last = textureSize(coarse, 0) - 1;
    vec2 share = here - vec2(corner);
    vec4 total = vec4(0);
    for (int i = 0; i < 4; i++) {
        ivec2 step = ivec2(i & 1, i >> 1);
        vec4 s = texelFetch(coarse, clamp(corner + step, ivec2(0), last), 0);
        vec2 near = mix(1.0 - share, share, vec2(step));
        float apart = abs(s.a - away) / (0.0025 * away);
        total += vec4(s.rgb, 1) * (near.x * near.y + 0.01) / (1e-3 + apart * apart + (apart < 1.0 ? 0.0 : 40.0));
    }
    return total.rgb / total.a;
}

vec3 around(vec3 r, float rough) {
    vec3 c = mix(ground, sky, smoothstep(-0.6 - rough, 0.6 + rough, r.z)) * 0.8
           + side_colour * max(dot(r, side_from), 0.0) * 0.7;
    for (int i = 0; i < panel_count; i++) {
        float d = dot(r, panel_n[i]);
        vec3 to = at - panel_at[i];
        float t = -dot(to, panel_n[i]) / (abs(d) < 1e-5 ? 1e-5 : d);
        if (t <= 0.0) continue;
        vec3 hit = to + t * r;
        vec2 away = abs(vec2(dot(hit, panel_u[i]), dot(hit, panel_v[i])));
        float wide = rough * t;
        vec2 soft = min(1.6 * wide * panel_size[i].xy + 0.03, 4.0);
        vec2 in_ = smoothstep(1.0 + soft, max(1.0 - soft, vec2(-3.0)), away);
        c += panel_colour[i] * in_.x * in_.y / (1.0 + 2.0 * wide * wide / panel_size[i].z);
    }
    return c;
}

float grains(vec3 p) {
    vec3 q = (p + grain.xyz) * grain_scale;
    return 1.5 * texture(noise, q.xy + q.z * 0.37).r - 0.75;
}

void main() {
    vec3 look = normalize(eye - at);
    vec3 n = normalize(facing);
    float turned = which;
    if (kind == 1.0 && dot(n, look) < 0.0) { n = -n; turned = 2.0; }
    // what colour
    vec3 base; vec2 uv = texel; float layer; float flip = 1.0;
    if (turned < 0.5) { base = tint_top; layer = layers.x; }
    else if (turned < 1.5) { base = tint_side; layer = layers.w; }
    else { base = tint_bottom; layer = layers.z; if (kind == 1.0) uv.x = 1.0 - uv.x; }
    vec2 t = uv * tiling, gx = dFdx(texel) * tiling, gy = dFdy(texel) * tiling;
    if (turned < 0.5 && kind == 2.0) {
        if (uv.x < 0.5) { t = vec2(uv.x * 2.0, uv.y); }
        else { t = vec2((1.0 - uv.x) * 2.0, 1.0 - uv.y); layer = layers.y; flip = -1.0; }
        t = clamp(t, 0.004, 0.996);
        gx *= vec2(2.0 * flip, flip); gy *= vec2(2.0 * flip, flip);
    }
    // the longer side of a pixel's footprint counts no more than twice the shorter: slanted faces stay readable
    float wide = length(gx), high = length(gy), least = 2.0 * min(wide, high);
    vec4 skin_here = vec4(1);
    for (int painted = layer >= 0.0 ? 1 : 0; painted > 0; painted--)
        skin_here = textureGrad(skin, vec3(t, layer), gx * min(1.0, least / wide), gy * min(1.0, least / high));
    base *= skin_here.rgb * skin_here.rgb;
    vec2 slope = vec2(0), rise = vec2(dFdx(skin_here.a), dFdy(skin_here.a));
    float area = gx.x * gy.y - gx.y * gy.x;
    if (relief.x > 0.0 && layer >= 0.0 && abs(area) > 1e-14)
        slope = vec2(rise.x * gy.y - rise.y * gx.y, rise.y * gx.x - rise.x * gy.x) / area * relief * flip;
    slope = clamp(slope, -1.1, 1.1);
    // paint in a dent is smoother than the body around it
    float rough = gloss.x * (kind == 2.0 ? mix(0.4, 1.0, smoothstep(0.3, 0.48, skin_here.a)) : 1.0);
    for (int grained = grain.w > 0.0 ? 1 : 0; grained > 0; grained--) {
        float g = grains(own);
        base *= 1.0 + grain.w * g;
        rough = clamp(rough * (1.0 + 1.5 * grain.w * g), 0.05, 1.0);
    }
    for (int soiled = soil.x + soil.y > 0.0 ? 1 : 0; soiled > 0; soiled--) {
        vec2 q = (own.xy + grain.yx) * soil.z;
        float s = texture(noise, q * vec2(1.0, soil.w) + 0.13 * own.z * soil.z).r;
        base *= 1.0 - soil.x * smoothstep(0.48, 0.78, s) * vec3(0.75, 0.9, 1.0);
        rough = clamp(rough + soil.y * (smoothstep(0.3, 0.75, s) - 0.35), 0.05, 1.0);
    }
    vec3 tu = mat3(model) * vec3(1, 0, 0), tv = mat3(model) * vec3(0, -1, 0);
    if (which != 1.0) n = normalize(n - slope.x * tu - slope.y * tv);
    // how it is lit
    vec3 shadow = shadows();
    float open = shadow.b;
    vec3 light = (mix(ground, sky, n.z * 0.5 + 0.5) + side_colour * (0.5 + 0.5 * dot(n, side_from))) * open;
    vec3 mirror = reflect(-look, n);
    float facing_eye = max(dot(n, look), 1e-3);
    vec3 f0 = mix(vec3(gloss.y), base, gloss.z);
    vec3 fresnel = f0 + (max(vec3(1.0 - rough), f0) - f0) * pow(1.0 - facing_eye, 5.0);
    float worn = mix(1.0, 0.45, rough);
    vec3 shine = around(mirror, rough) * fresnel * worn * mix(1.0, open, 0.8);
    for (int i = 0; i < 2; i++) {
        if (lamp_colour[i].g <= 0.0) continue;
        vec3 to = lamp_at[i] - at;
        float far = length(to);
        to /= far;
        float tilt = dot(n, to);
        float wrap = max((tilt + glow) / (1.0 + glow), 0.0);
        if (wrap <= 0.0) continue;
        float lit = shadow[i];
        if (lit <= 0.0) continue;
        vec3 power = lamp_colour[i] * lit * pow(length(lamp_at[i]) / far, 2.0);
        light += power * wrap;
        vec3 h = normalize(to + look);
        float a = clamp(rough * rough + 0.3 * lamp_reach[i].w / far, 0.004, 1.0);
        float c = max(dot(n, h), 0.0);
        float lobe = a * a / (3.14159 * pow(c * c * (a * a - 1.0) + 1.0, 2.0));
        float mask = 1.0 / (0.5 + 0.5 * rough + max(tilt, 0.0) * facing_eye * 2.0);
        shine += min(power * fresnel * lobe * max(tilt, 0.0) * mask * 0.5, vec3(6.0));
    }
    float nap = gloss.w * pow(1.0 - facing_eye, 3.0);
    vec3 diffuse = base * (1.0 - gloss.z) * light * (1.0 + nap);
    colour = vec4(min(diffuse + shine, vec3(8.0)), 1);
    seen = 4 * name + int(which + 0.5);
}
"""
