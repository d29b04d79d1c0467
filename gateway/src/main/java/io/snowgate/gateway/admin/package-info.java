/** The management port: metrics, health. Off the public listener and off its event loops. May import all but the top. */
@NullMarked
package io.snowgate.gateway.admin;

import org.jspecify.annotations.NullMarked;
