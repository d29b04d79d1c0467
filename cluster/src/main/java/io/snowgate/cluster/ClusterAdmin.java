package io.snowgate.cluster;

import java.util.concurrent.CompletionStage;

/**
 * Changes who votes, while the cluster runs. Any thread; stages never fail exceptionally and complete with an empty string,
 * or with a message for a human that says what was wrong.
 */
public interface ClusterAdmin {

    /** Adds a member, whose process runs with an empty data directory and waits to be added. */
    CompletionStage<String> add(Member member);

    /** Removes a member for good: with the same id it may only come back with an empty directory, and added again. */
    CompletionStage<String> remove(String memberId);

    /** Lets another member lead a group. */
    CompletionStage<String> transfer(int group, String memberId);
}
