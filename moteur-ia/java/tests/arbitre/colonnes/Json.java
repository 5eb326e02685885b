package arbitre.colonnes;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the JSON of the test vectors: objects, arrays, strings without escapes, whole numbers, true and false. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /** Reads one object. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> objet(String text) {
        return (Map<String, Object>) new Json(text).valeur();
    }

    private Object valeur() {
        char c = suivant();
        switch (c) {
            case '{':
                return membres();
            case '[':
                return elements();
            case '"':
                return chaine();
            default:
                at--;
                return mot();
        }
    }

    private Map<String, Object> membres() {
        Map<String, Object> members = new LinkedHashMap<>();
        if (suivant() == '}') {
            return members;
        }
        at--;
        do {
            attendre('"');
            String key = chaine();
            attendre(':');
            members.put(key, valeur());
        } while (encore('}'));
        return members;
    }

    private List<Object> elements() {
        List<Object> elements = new ArrayList<>();
        if (suivant() == ']') {
            return elements;
        }
        at--;
        do {
            elements.add(valeur());
        } while (encore(']'));
        return elements;
    }

    private boolean encore(char end) {
        char c = suivant();
        if (c != ',' && c != end) {
            throw erreur();
        }
        return c == ',';
    }

    private void attendre(char wanted) {
        if (suivant() != wanted) {
            throw erreur();
        }
    }

    private String chaine() {
        int end = text.indexOf('"', at);
        if (end < 0 || text.substring(at, end).contains("\\")) {
            throw erreur();
        }
        String value = text.substring(at, end);
        at = end + 1;
        return value;
    }

    private Object mot() {
        int start = at;
        while (at < text.length() && ",]} ".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        switch (word) {
            case "true":
                return true;
            case "false":
                return false;
            default:
                return Integer.valueOf(word);
        }
    }

    private char suivant() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
        if (at == text.length()) {
            throw erreur();
        }
        return text.charAt(at++);
    }

    private IllegalArgumentException erreur() {
        return new IllegalArgumentException("JSON, caractère " + at);
    }
}
