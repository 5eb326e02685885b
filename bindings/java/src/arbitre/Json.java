package arbitre;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** As much JSON as the library speaks: what it gives is well-formed, and a few levels deep. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Maps, lists, texts, longs, booleans and null. */
    static Object read(String text) {
        return new Json(text).value();
    }

    static List<String> texts(Object list) {
        return ((List<?>) list).stream().map(String::valueOf).collect(Collectors.toUnmodifiableList());
    }

    /** An object of texts. */
    static Map<String, String> map(Object object) {
        Map<String, String> map = new LinkedHashMap<>();
        ((Map<?, ?>) object).forEach((name, value) -> map.put(String.valueOf(name), String.valueOf(value)));
        return map;
    }

    static String write(Object value) {
        if (value instanceof Map) {
            return ((Map<?, ?>) value).entrySet().stream()
                    .map(entry -> quoted(String.valueOf(entry.getKey())) + ":" + write(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List) {
            return ((List<?>) value).stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
        }
        boolean plain = value == null || value instanceof Long || value instanceof Integer || value instanceof Boolean;
        return plain ? String.valueOf(value) : quoted(String.valueOf(value));
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ') {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    private Object value() {
        switch (text.charAt(at)) {
            case '{': {
                Map<String, Object> object = new LinkedHashMap<>();
                while (more('}')) {
                    String name = string();
                    at++;
                    object.put(name, value());
                }
                return object;
            }
            case '[': {
                List<Object> list = new ArrayList<>();
                while (more(']')) {
                    list.add(value());
                }
                return list;
            }
            case '"':
                return string();
            default: {
                int start = at;
                while (at < text.length() && ",]}".indexOf(text.charAt(at)) < 0) {
                    at++;
                }
                String word = text.substring(start, at);
                return word.equals("null") ? null : word.length() > 3 && Character.isLetter(word.charAt(0))
                        ? (Object) Boolean.valueOf(word) : (Object) Long.valueOf(word);
            }
        }
    }

    /** Goes on to the next member, over the bracket or comma before it; or over the closing bracket. */
    private boolean more(char close) {
        boolean more = text.charAt(at) != close;
        at++;
        if (more && text.charAt(at) == close) {
            at++;
            more = false;
        }
        return more;
    }

    private String string() {
        StringBuilder string = new StringBuilder();
        for (at++; text.charAt(at) != '"'; at++) {
            char c = text.charAt(at);
            if (c != '\\') {
                string.append(c);
                continue;
            }
            c = text.charAt(++at);
            if (c == 'u') {
                string.append((char) Integer.parseInt(text.substring(at + 1, at + 5), 16));
                at += 4;
            } else {
                int control = "bfnrt".indexOf(c);
                string.append(control < 0 ? c : "\b\f\n\r\t".charAt(control));
            }
        }
        at++;
        return string.toString();
    }
}
