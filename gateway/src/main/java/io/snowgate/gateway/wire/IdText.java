package io.snowgate.gateway.wire;

import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;
import io.snowgate.generator.TextForm;

/** Writes IDs in any {@link TextForm}. Allocates nothing on an event loop but one small array for its life. */
public final class IdText {

    private static final FastThreadLocal<byte[]> SCRATCH = new FastThreadLocal<>() {
        @Override
        protected byte[] initialValue() {
            return new byte[TextForm.MAX_LENGTH];
        }
    };

    private IdText() {}

    /** Appends {@code id} to {@code out}. */
    public static void write(ByteBuf out, long id, TextForm form) {
        if (form == TextForm.DECIMAL) {
            Decimal.write(out, id);
        } else {
            byte[] text = SCRATCH.get();
            out.writeBytes(text, 0, form.write(id, text, 0));
        }
    }
}
