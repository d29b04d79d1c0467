package io.snowgate.loadtest;

import java.util.Locale;

/** A drawing, line by line, that is readable on light and on dark pages. */
final class Svg {

    private static final String FAINT = "class=\"faint\"";

    private final StringBuilder text = new StringBuilder();

    Svg(int width, int height, String title) {
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\""
                        + " font-family=\"system-ui, sans-serif\" font-size=\"12\">",
                width, height, width, height);
        add("<title>%s</title>", escaped(title));
        add("<style>text{fill:#24292f}.faint{fill:#6a7077}.grid{stroke:#b0b4b9;stroke-dasharray:2 4}.ground{fill:#fff}"
                + "@media(prefers-color-scheme:dark){text{fill:#e6edf3}.faint{fill:#9aa2ab}.grid{stroke:#4b5258}"
                + ".ground{fill:#0d1117}}</style>");
        add("<rect class=\"ground\" width=\"%d\" height=\"%d\"/>", width, height);
    }

    void heading(double x, double y, String words) {
        write(x, y, words, "font-weight=\"600\" font-size=\"14\"");
    }

    void text(double x, double y, String words) {
        write(x, y, words, "font-weight=\"600\"");
    }

    void faint(double x, double y, String words) {
        write(x, y, words, FAINT);
    }

    void faintMiddle(double x, double y, String words) {
        write(x, y, words, FAINT + " text-anchor=\"middle\"");
    }

    void faintEnd(double x, double y, String words) {
        write(x, y, words, FAINT + " text-anchor=\"end\"");
    }

    void label(double x, double y, String words, String color) {
        write(x, y, words, "style=\"fill:" + color + "\"");
    }

    private void write(double x, double y, String words, String attributes) {
        add("<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>", x, y, attributes, escaped(words));
    }

    void grid(double x1, double y, double x2) {
        add("<line class=\"grid\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>", x1, y, x2, y);
    }

    void line(double x1, double y1, double x2, double y2, String color, double width) {
        add(
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" stroke-width=\"%.1f\"/>",
                x1, y1, x2, y2, color, width);
        dot(x1, y1, color);
        dot(x2, y2, color);
    }

    private void dot(double x, double y, String color) {
        add("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>", x, y, color);
    }

    @SuppressWarnings("AnnotateFormatMethod")
    private void add(String format, Object... values) {
        text.append(values.length == 0 ? format : String.format(Locale.ROOT, format, values))
                .append('\n');
    }

    private static String escaped(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;");
    }

    @Override
    public String toString() {
        return text + "</svg>\n";
    }
}
