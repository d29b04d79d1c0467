package io.snowgate.gateway;

/** The process. */
public final class Main {

    private Main() {}

    public static void main(String[] arguments) {
        System.out.println("snowgate");
    }
}
