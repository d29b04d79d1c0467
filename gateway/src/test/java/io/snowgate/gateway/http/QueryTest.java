package io.snowgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowgate.gateway.http.Query.BadQueryException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            ''          | -
            n=5         | 5
            a=1&n=5&b=2 | 5
            n=          | ''
            n           | ''
            a&n         | ''
            n=a=b       | a=b
            n=%35       | 5
            n=a+b       | a+b
            &&n=5&&     | 5
            N=5         | -
            nn=5        | -
            n2=5        | -
            a=n=5       | -
            %6e=5       | -
            a=%zz&n=5   | 5
            ?n=5        | -
            n;=5        | -
            """)
    void findsAParameterByItsName(String query, String value) throws Exception {
        assertThat(Query.value(query, "n")).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"n=1&n=1", "n&n", "n=1&a&n", "n=&n="})
    void refusesAParameterGivenTwice(String query) {
        assertThatThrownBy(() -> Query.value(query, "n"))
                .isInstanceOf(BadQueryException.class)
                .hasMessage("n must be given once");
    }

    @ParameterizedTest
    @ValueSource(strings = {"n=%", "n=%5", "n=%zz", "n=%00", "n=%0d%0a", "n=%d9%a5"})
    void refusesBrokenAndHidingEscapes(String query) {
        assertThatThrownBy(() -> Query.value(query, "n"))
                .isInstanceOf(BadQueryException.class)
                .hasMessageStartingWith("n has a broken or forbidden % escape: %");
    }
}
